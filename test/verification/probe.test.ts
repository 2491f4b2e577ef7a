import { expect, onTestFinished, test } from 'vitest';
import { UsageError, type VerifyOptions, verify } from '../../src/index.js';
import { createFirst, expectNoLockout, probe } from '../../src/verification/provider/probe.js';
import { planFor } from '../../src/verification/run-verification.js';
import { CannotJudge } from '../../src/verification/verdict.js';
import { type Answer, badRequest, type Call, Refusal } from '../providers/call.js';
import { startProvider } from '../providers/provider.js';
import { Service } from '../providers/service.js';
import { providerOf, trialOf } from './laws-trial.js';

/** Refuses some calls for reasons that are not in the document. */
const refusing = (refusalOf: (call: Call, count: number) => Refusal | undefined) =>
  class extends Service {
    #calls = 0;

    override async answer(call: Call): Promise<Answer> {
      this.#calls += 1;
      const refusal = refusalOf(call, this.#calls);
      return refusal === undefined ? super.answer(call) : this.refused(refusal, call);
    }
  };

const rateLimit = (seconds: number) =>
  new Refusal(429, 'too_many', 'Wait.', { 'Retry-After': `${seconds}` });

/** Lists no pet, and accepts only some categories. */
const knowing = (isKnown: (categoryId: bigint) => boolean) =>
  class extends Service {
    protected override categoryOf(value: unknown) {
      const categoryId = super.categoryOf(value);
      if (!isKnown(categoryId)) throw badRequest('There is no such category.');
      return categoryId;
    }
  };

async function verdictOn(service: new () => Service, options: Partial<VerifyOptions> = {}) {
  const provider = await startProvider({ name: 'odd', difference: 'It is odd.', service });
  onTestFinished(provider.close);
  return verify({ url: provider.url, apiKey: provider.apiKey, ...options });
}

test.each([502, 503, 504])(
  'a provider that answers %i at first cannot be judged',
  async (status) => {
    const provider = providerOf(new (refusing(() => new Refusal(status, 'down', 'Down.')))());

    await expect(probe(provider, undefined)).rejects.toThrow(
      new RegExp(`^GET /pets was answered ${status} .* try again when it is back\\.$`),
    );
  },
);

test('a provider whose rate limit is used up at first cannot be judged', async () => {
  const provider = providerOf(new (refusing(() => rateLimit(3600)))());

  await expect(probe(provider, undefined)).rejects.toThrow(CannotJudge);
});

test('a provider of which nothing can be proved is not judged', async () => {
  const spent = refusing((_call, count) => (count > 1 ? rateLimit(3600) : undefined));

  const report = await verdictOn(spent);

  expect(report).toMatchObject({ outcome: 'not judged', createdPets: 0 });
  expect(report.reason).toMatch(/^No promise could be put to the proof: .*\(429\)/);
});

test('a key that may read and not create cannot be judged, and is told of --read-only', async () => {
  const reader = refusing(({ method }) =>
    method === 'POST' ? new Refusal(403, 'forbidden', 'Only for reading.') : undefined,
  );

  const report = await verdictOn(reader);

  expect(report.outcome).toBe('not judged');
  expect(report.reason).toMatch(/^POST \/pets was answered 403 .*--read-only\.$/);
});

test('a provider that locks a key out because of wrong ones cannot be judged', async () => {
  class Locking extends Service {
    #wrong = 0;

    protected override isAllowed(call: Call) {
      const { authorization } = call.headers;
      const isRight = super.isAllowed(call);
      if (authorization !== undefined && !isRight) this.#wrong += 1;
      return isRight && this.#wrong < 10;
    }
  }

  const report = await verdictOn(Locking);

  expect(report.outcome).toBe('not judged');
  expect(report.reason).toContain('locks it out because of the wrong keys');
});

test('a single answer of 401 at the end is no lockout', async () => {
  const provider = providerOf(
    new (refusing((_call, count) => (count === 1 ? new Refusal(401, 'odd', 'No.') : undefined)))(),
  );

  await expect(expectNoLockout(provider)).resolves.toBeUndefined();
});

test('of the categories that are listed, one that is accepted is found', async () => {
  const trial = trialOf(new (knowing((category) => category === 4n))());
  const { guesses } = await probe(trial.store.provider, undefined);

  await createFirst(trial.pets, guesses);

  expect(guesses).toEqual([1n, 2n, 3n, 4n, 5n]);
  expect(trial.pets.categoryId).toBe(4n);
  expect(await trial.pets.withStatus('available')).toMatchObject({ categoryId: 4n });
  expect(trial.store.provider.createdPets).toBe(1);
});

test('when no category is accepted, one is asked for', async () => {
  const empty = class extends knowing((category) => category === 77n) {
    protected override firstPets() {
      return [];
    }
  };

  const report = await verdictOn(empty);

  expect(report.outcome).toBe('not judged');
  expect(report.reason).toMatch(/Tried were the categories 1;.* with --category-id\./);
});

test('when the names are too long for a provider, they are named as a possible cause', async () => {
  class Short extends Service {
    protected override nameOf(value: unknown) {
      const name = super.nameOf(value);
      if (name.length > 20) throw badRequest('name is too long.');
      return name;
    }
  }

  const report = await verdictOn(Short);

  expect(report.outcome).toBe('not judged');
  expect(report.reason).toMatch(/such as its name \("animal-store verify [^"]+"\)/);
});

test('a category that was said and is refused breaks the promise', async () => {
  const report = await verdictOn(
    knowing((category) => category === 77n),
    { categoryId: 5 },
  );

  expect(report.outcome).toBe('broken');
});

test('the plan tells the names that say nothing of where they come from', () => {
  expect(planFor([], false).oddNames).toEqual(['', '007', 'null']);
  expect(planFor([], true)).toMatchObject({ oddNames: [], maxPets: 0 });
});

test('no more pets are created than the plan says', async () => {
  const provider = await startProvider();
  onTestFinished(provider.close);
  const { url, apiKey } = provider;
  let most = 0;

  const report = await verify({ url, apiKey }, { begins: ({ maxPets }) => (most = maxPets) });

  expect(report.createdPets).toBeGreaterThan(20);
  expect(report.createdPets).toBeLessThanOrEqual(most);
});

test('an address that ends in /pets is one too far', async () => {
  const wrong = verify({ url: 'http://127.0.0.1:1/v1/pets/', apiKey: 'key' });

  await expect(wrong).rejects.toThrow(UsageError);
  await expect(wrong).rejects.toThrow('did you mean http://127.0.0.1:1/v1?');
});
