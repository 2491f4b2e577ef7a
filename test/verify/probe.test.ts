import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { UsageError, type VerifyOptions, verify } from '../../src/index.js';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { Bursts } from '../../src/verify/checks/bursts.js';
import { createFirstPet, expectNoLockout, probeProvider } from '../../src/verify/probe.js';
import { CannotVerify } from '../../src/verify/result.js';
import { createPlan, runVerification, type VerificationPlan } from '../../src/verify/run.js';
import { createClient, createContext, createStore } from './check-context.js';
import { type Answer, badRequest, type Call, Refusal } from './providers/call.js';
import { fetchFrom, resolveOptions } from './providers/in-process.js';
import { startProvider } from './providers/provider.js';
import { Service } from './providers/service.js';

/** Rejects some requests for reasons beyond the document. */
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

/** Accepts only some categories. */
const knowing = (isKnown: (categoryId: bigint) => boolean) =>
  class extends Service {
    protected override categoryOf(value: unknown) {
      const categoryId = super.categoryOf(value);
      if (!isKnown(categoryId)) throw badRequest('There is no such category.');
      return categoryId;
    }
  };

async function verifyService(service: new () => Service, options: Partial<VerifyOptions> = {}) {
  const provider = await startProvider({ name: 'odd', difference: 'It is odd.', service });
  onTestFinished(provider.close);
  return verify({ url: provider.url, apiKey: provider.apiKey, ...options });
}

test.each([502, 503, 504])('cannot verify a provider that returns %i at first', async (status) => {
  const provider = createStore(new (refusing(() => new Refusal(status, 'down', 'Down.')))());

  await expect(probeProvider(provider, undefined)).rejects.toThrow(
    new RegExp(`^GET /pets returned ${status} .* Try again later\\.$`),
  );
});

/** What the reason not to verify ends with, after a response with this status. */
async function reasonAfter(status: number, message: string): Promise<string> {
  const provider = createStore(new (refusing(() => new Refusal(status, 'no', message)))());
  const reason = await probeProvider(provider, undefined).catch((error: Error) => error.message);
  return String(reason);
}

test('suggests https only to a server that asks for TLS', async () => {
  expect(await reasonAfter(400, 'This port requires TLS.')).toContain('begins with https://');
  expect(await reasonAfter(400, 'No.')).not.toContain('https://');
  expect(await reasonAfter(403, 'This port requires TLS.')).not.toContain('begins with https://');
});

/** Responds to everything in the same way. */
const answeringAll = (answer: Answer) =>
  class extends Service {
    override async answer(): Promise<Answer> {
      return answer;
    }
  };

test.each([
  ['an HTML page', 'text/html', '<title>Home</title>'],
  ['JSON', 'application/json', '{"status":"UP"}'],
])('cannot verify a server that returns %s for every path', async (what, type, body) => {
  const answer = { status: 200, headers: { 'Content-Type': type }, body };
  const provider = createStore(new (answeringAll(answer))());

  await expect(probeProvider(provider, undefined)).rejects.toThrow(
    `This is not the Animal Store service: it returns 200 with ${what} for GET /pets`,
  );
});

test('a redirect that adds a slash does not prevent the verification', async () => {
  const moved = { status: 307, headers: { Location: '/v1/pets/?limit=100' }, body: '' };
  const provider = createStore(new (answeringAll(moved))());

  await expect(probeProvider(provider, undefined)).resolves.toMatchObject({ listed: 0 });
});

test('cannot verify a provider with an exhausted rate limit', async () => {
  const provider = createStore(new (refusing(() => rateLimit(3600)))());

  await expect(probeProvider(provider, undefined)).rejects.toThrow(CannotVerify);
});

test('is inconclusive if no requirement can be tested', async () => {
  const spent = refusing((_call, count) => (count > 1 ? rateLimit(3600) : undefined));

  const report = await verifyService(spent);

  expect(report).toMatchObject({ outcome: 'inconclusive', createdPets: 0 });
  expect(report.reason).toMatch(/^No requirement could be tested: .*\(429\)/);
});

test('suggests --read-only for a key that may not create', async () => {
  const reader = refusing(({ method }) =>
    method === 'POST' ? new Refusal(403, 'forbidden', 'Only for reading.') : undefined,
  );

  const report = await verifyService(reader);

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toMatch(/^POST \/pets returned 403 .*--read-only\.$/);
});

test('cannot verify a provider that locks the key out', async () => {
  class Locking extends Service {
    #wrong = 0;

    protected override isAllowed(call: Call) {
      const { authorization } = call.headers;
      const isRight = super.isAllowed(call);
      if (authorization !== undefined && !isRight) this.#wrong += 1;
      return isRight && this.#wrong < 10;
    }
  }

  const report = await verifyService(Locking);

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toContain('may have locked it out');
});

test('a single 401 at the end is no lockout', async () => {
  const provider = createStore(
    new (refusing((_call, count) => (count === 1 ? new Refusal(401, 'odd', 'No.') : undefined)))(),
  );

  await expect(expectNoLockout(provider)).resolves.toBeUndefined();
});

test('finds an accepted category among those of listed pets', async () => {
  const context = createContext(new (knowing((category) => category === 4n))());
  const { candidates } = await probeProvider(context.store, undefined);

  await createFirstPet(context.pets, candidates);

  expect(candidates).toEqual([1n, 2n, 3n, 4n, 5n]);
  expect(context.pets.categoryId).toBe(4n);
  expect(await context.pets.withStatus('available')).toMatchObject({ categoryId: 4n });
  expect(context.store.created.length).toBe(1);
});

test('suggests --category-id if no category is accepted', async () => {
  const empty = class extends knowing((category) => category === 77n) {
    protected override firstPets() {
      return [];
    }
  };

  const report = await verifyService(empty);

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toMatch(/each of the categories 1;.* set --category-id to a valid one\./);
});

test('shows the name of the pet as a possible cause', async () => {
  class Short extends Service {
    protected override nameOf(value: unknown) {
      const name = super.nameOf(value);
      if (name.length > 20) throw badRequest('name is too long.');
      return name;
    }
  }

  const report = await verifyService(Short);

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toMatch(/such as its name \("animal-store verify [^"]+"\)/);
});

test('fails a provider that rejects the given category', async () => {
  const report = await verifyService(
    knowing((category) => category === 77n),
    { categoryId: 5 },
  );

  expect(report.outcome).toBe('failed');
});

const createBursts = (limit = 20, before = 0, after = 0) =>
  new Bursts(createClient(fetch, { maxConcurrency: limit }), before, after);

const plan = (readOnly: boolean, isSelected = (_: { readonly section: string }) => true) =>
  createPlan(createBursts(), 'animal-store verify 1a2b3c4d', readOnly, isSelected);

test('the plan lists names that do not say where the pet comes from', () => {
  expect(plan(false).oddNames).toEqual(['', '007', 'null']);
  expect(plan(true)).toMatchObject({ oddNames: [], maxPets: 0 });
});

test('the plan counts the selected requirements', () => {
  const isPartOf4 = ({ section }: { readonly section: string }) => section.startsWith('4');

  expect(plan(false).requirements).toBe(92);
  expect(plan(false, isPartOf4).requirements).toBe(allChecks.filter(isPartOf4).length);
});

test('creates at most the planned number of pets with --only', async () => {
  class Empty extends Service {
    protected override firstPets() {
      return [];
    }
  }
  const service = new Empty();
  service.open();
  const options = resolveOptions({
    url: `http://provider${service.base}`,
    apiKey: service.apiKey,
    only: ['a page without limit', 'creates no pet', 'half a surrogate'],
  });
  const plans: VerificationPlan[] = [];

  const report = await runVerification(
    options,
    { onStart: (one) => plans.push(one) },
    fetchFrom(service),
  );

  expect(report.createdPets).toBeGreaterThan(21);
  expect(report.createdPets).toBeLessThanOrEqual(plans[0]?.maxPets ?? 0);
  expect(plans[0]?.oddNames).toEqual([]);
});

test('rejects a URL that ends in /pets', async () => {
  const wrong = verify({ url: 'http://127.0.0.1:1/v1/pets/', apiKey: 'key' });

  await expect(wrong).rejects.toThrow(UsageError);
  await expect(wrong).rejects.toThrow('Set it to http://127.0.0.1:1/v1.');
});

test('the documentation states the maximum number of pets', () => {
  const creates = (limit: number) =>
    createPlan(createBursts(limit), 'prefix', false, () => true).maxPets;

  const page = readFileSync(new URL('../../docs/providers.md', import.meta.url), 'utf8');
  expect(page).toContain(`It creates at most ${creates(20)} pets,`);
  expect(page).toContain(`at once, it creates at most ${creates(19)}.`);
});

test('sends smaller bursts where larger ones would hide pets from every page', () => {
  const create = (before: number, after = 0) => createBursts(20, before, after).creates;

  expect([0, 59, 60, 79, 80, 1_000].map((before) => create(before))).toEqual([
    40, 40, 20, 20, 40, 40,
  ]);
  expect([create(40, 19), create(40, 20), create(79, 50)]).toEqual([40, 20, 20]);
});
