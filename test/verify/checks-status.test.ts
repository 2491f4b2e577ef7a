import { expect, test } from 'vitest';
import { serviceOf } from './open-provider.js';
import type { Call } from './providers/call.js';
import type { Fields, Pet } from './providers/pet.js';
import { Service } from './providers/service.js';
import { reachService, runNamedCheck } from './reach.js';

/** Gives pending pets another status. */
abstract class Changing extends Service {
  change(): void {
    this.pets = this.pets.map((pet) =>
      pet.status === 'pending' ? { ...pet, status: 'sold' } : pet,
    );
  }
}

class Later extends Changing {}

/** A provider with a pending pet, which has another status by now. */
async function createChanged(service: Changing = new Later()) {
  const provider = reachService(service);
  await provider.withStatus('pending');
  service.change();
  return provider;
}

class WhenCreated extends Changing {
  override async create(call: Call) {
    const answer = await super.create(call);
    this.change();
    return answer;
  }
}

class InLists extends Changing {
  override change() {}

  override shown(pet: Pet, call: Call): Fields {
    const isOwn = pet.id > 30n && pet.status === 'pending' && call.operation === 'listPets';
    return { ...super.shown(pet, call), ...(isOwn && { status: this.filterOf(call) ?? 'sold' }) };
  }

  override matches(pet: Pet, filter: 'available' | 'pending' | 'sold') {
    return (
      super.matches(pet, filter) || (pet.id > 30n && pet.status === 'pending' && filter === 'sold')
    );
  }
}

const atTheEnd = 'created pets still exist at the end';

test.each([
  ['changes later', Later, 'advice'],
  ['is another one than the response says', WhenCreated, 'failed'],
  ['is another one in lists', InLists, 'failed'],
])('a status that %s: %s', async (_when, create, verdict) => {
  const provider = await createChanged(new create());

  expect((await runNamedCheck(atTheEnd, provider)).verdict).toBe(verdict);
});

test('a status that reading changes fails', async () => {
  const provider = reachService(new (serviceOf('A pet that was read is sold afterwards.'))());
  await runNamedCheck('getPet returns the status pending', provider);

  expect((await runNamedCheck(atTheEnd, provider)).verdict).toBe('failed');
});

test('a status that changes by itself is one advice for all requirements', async () => {
  const provider = await createChanged();

  const results = [
    await runNamedCheck('getPet returns the status pending', provider),
    await runNamedCheck(atTheEnd, provider),
  ];

  const reasons = results.flatMap(({ cases }) => cases.flatMap(({ reason = [] }) => reason));
  expect(new Set(reasons).size).toBe(1);
  expect(reasons.length).toBeGreaterThan(2);
  expect(reasons[0]).toMatch(/^Section 3 shows no transition of a status/);
});
