import { expect, test, vi } from 'vitest';
import { Patience, soon } from '../../src/verification/checks/eventually.js';
import { Broken, Stale } from '../../src/verification/verdict.js';
import type { Call } from '../providers/call.js';
import type { Pet, PetStatus } from '../providers/pet.js';
import { Service } from '../providers/service.js';
import { judgedBy, promisesThatAre, trialOf } from './laws-trial.js';

const evidence = { sent: 'GET /pets', expected: 'a pet', came: 'none' };
const stale = () => {
  throw new Stale(evidence);
};

/** Shows a new pet when so many calls were made after it was created. */
class Replicated extends Service {
  readonly #hidden = new Map<Pet, number>();

  override async answer(call: Call) {
    for (const [pet, calls] of this.#hidden) this.#hidden.set(pet, calls - 1);
    return super.answer(call);
  }

  protected override keep(pet: Pet) {
    super.keep(pet);
    this.#hidden.set(pet, 4);
  }

  #isShown(pet: Pet) {
    return (this.#hidden.get(pet) ?? 0) <= 0;
  }

  protected override page(limit: number, filter: PetStatus | undefined) {
    return super
      .page(Number.POSITIVE_INFINITY, filter)
      .filter((pet) => this.#isShown(pet))
      .slice(0, limit);
  }

  protected override find(petId: string) {
    const pet = super.find(petId);
    return pet !== undefined && this.#isShown(pet) ? pet : undefined;
  }
}

/** Others create a pet and delete one of their own, at every seventh call. */
class Shared extends Service {
  #calls = 0;
  #ids = 1_000n;

  override async answer(call: Call) {
    this.#calls += 1;
    if (this.#calls % 7 === 0) {
      this.pets = this.pets.filter(({ id }) => id !== BigInt(this.#calls / 7));
      this.added({ name: 'Of another client', categoryId: 2n, status: 'sold' });
    }
    return super.answer(call);
  }

  protected override nextId() {
    this.#ids += 1n;
    return this.#ids;
  }
}

test('a store that lags behind is not accused', async () => {
  const trial = trialOf(new Replicated(), { patience: 1_000 });

  expect(await promisesThatAre('broken', trial)).toEqual([]);
});

test('a store whose pets are created and deleted by others meanwhile is not accused', async () => {
  const trial = trialOf(new Shared(), { patience: 1_000 });

  expect(await promisesThatAre('broken', trial)).toEqual([]);
});

test('a pet that is found only when it is asked for again does not lag', async () => {
  class FoundAtLast extends Service {
    readonly #asked = new Set<string>();

    protected override find(petId: string) {
      const pet = this.#asked.has(petId) ? super.find(petId) : undefined;
      this.#asked.add(petId);
      return pet;
    }
  }
  const trial = trialOf(new FoundAtLast(), { patience: 500 });

  expect(await promisesThatAre('broken', trial)).toEqual([
    'every pet that was created is still there at the end, unchanged',
  ]);
});

test('a list that never shows what was created is accused', async () => {
  class Forgetful extends Service {
    protected override page(limit: number, filter: PetStatus | undefined) {
      return super.page(30, filter).slice(0, limit);
    }
  }
  const trial = trialOf(new Forgetful(), { patience: 100 });

  expect(await judgedBy('the list shows what was created', trial)).toMatchObject({
    verdict: 'broken',
    evidence: { sent: 'GET /pets?limit=100' },
  });
});

test('what holds only every other time does not hold', async () => {
  let calls = 0;
  const check = async () => {
    calls += 1;
    if (calls % 2 === 1) stale();
  };

  await expect(soon({ patience: new Patience(300) }, check)).rejects.toThrow(Stale);
});

test('what no lag explains is not asked for again', async () => {
  const check = vi.fn(async () => {
    throw new Broken(evidence);
  });

  await expect(soon({ patience: new Patience(10_000) }, check)).rejects.toThrow(Broken);
  expect(check).toHaveBeenCalledOnce();
});

test('once patience was in vain, nothing is waited for any more', async () => {
  const patience = new Patience(100);
  await expect(soon({ patience }, async () => stale())).rejects.toThrow(Stale);
  const check = vi.fn(async () => stale());

  await expect(soon({ patience }, check)).rejects.toThrow(Stale);
  expect(check).toHaveBeenCalledOnce();
});
