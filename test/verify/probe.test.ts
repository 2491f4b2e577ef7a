import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UsageError, type VerifyOptions, verify } from '../../src/index.js';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { createFirstPet, expectNoLockout, probeProvider } from '../../src/verify/probe.js';
import { findFindings } from '../../src/verify/report/findings.js';
import { CannotVerify } from '../../src/verify/result.js';
import { createPlan, type VerificationPlan } from '../../src/verify/run.js';
import { createContext } from './check-context.js';
import { recording } from './open-provider.js';
import { emptyLists } from './providers/broken/kinds-of-values.js';
import { type Answer, badRequest, type Call, Refusal } from './providers/call.js';
import { resolveOptions } from './providers/in-process.js';
import { Service } from './providers/service.js';
import { verifyService } from './verify-service.js';

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
    override categoryOf(value: unknown) {
      const categoryId = super.categoryOf(value);
      if (!isKnown(categoryId)) throw badRequest('There is no such category.');
      return categoryId;
    }
  };

test.each([502, 503, 504])('cannot verify a provider that returns %i at first', async (status) => {
  const provider = createContext(
    new (refusing(() => new Refusal(status, 'down', 'Down.')))(),
  ).store;

  await expect(probeProvider(provider, undefined)).rejects.toThrow(
    new RegExp(`^GET /pets returned ${status} .* Try again later\\.$`),
  );
});

/** What the reason not to verify ends with, after a response with this status. */
async function reasonAfter(status: number, message: string): Promise<string> {
  const provider = createContext(new (refusing(() => new Refusal(status, 'no', message)))()).store;
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
])('cannot verify a server that returns %s for every path', async (_what, type, body) => {
  const answer = { status: 200, headers: { 'Content-Type': type }, body };
  const provider = createContext(new (answeringAll(answer))()).store;

  await expect(probeProvider(provider, undefined)).rejects.toThrow(
    'This is not the Animal Store service: it returns 2xx for a list without a key',
  );
});

test('cannot verify a provider with an exhausted rate limit', async () => {
  const provider = createContext(new (refusing(() => rateLimit(3600)))()).store;

  await expect(probeProvider(provider, undefined)).rejects.toThrow(CannotVerify);
});

test('is inconclusive if no requirement can be tested', async () => {
  const spent = refusing((_call, count) => (count > 1 ? rateLimit(3600) : undefined));

  const report = await verifyService(new spent());

  expect(report).toMatchObject({ outcome: 'inconclusive', createdPets: 0 });
  expect(report.reason).toMatch(/^No requirement could be tested: .*\(429\)/);
});

test('suggests --read-only for a key that may not create', async () => {
  const reader = refusing(({ method }) =>
    method === 'POST' ? new Refusal(403, 'forbidden', 'Only for reading.') : undefined,
  );

  const report = await verifyService(new reader());

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toMatch(/^POST \/pets returned 403 .*--read-only\.$/);
});

test('an empty list that is answered with 404 is a finding, and no wrong URL', async () => {
  const list = emptyLists.map(({ service }) => service)[0] ?? Service;

  const { outcome, requirements } = await verifyService(new list());

  expect(outcome).toBe('failed');
  expect(findFindings(requirements)[0]?.title).toBe('listPets gets 404 instead of 200');
});

test('cannot verify a provider that locks the key out', async () => {
  class Locking extends Service {
    #wrong = 0;

    override isAllowed(call: Call) {
      const { authorization } = call.headers;
      const isRight = super.isAllowed(call);
      if (authorization !== undefined && !isRight) this.#wrong += 1;
      return isRight && this.#wrong < 10;
    }
  }

  const report = await verifyService(new Locking());

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toContain('may have locked it out');
});

test('a single 401 at the end is no lockout', async () => {
  const { store: provider } = createContext(
    new (refusing((_call, count) => (count === 1 ? new Refusal(401, 'odd', 'No.') : undefined)))(),
  );

  await expect(expectNoLockout(provider)).resolves.toBeUndefined();
});

test('finds an accepted category among those of listed pets', async () => {
  const context = createContext(new (knowing((category) => category === 4n))());
  const { candidates } = await probeProvider(context.store, undefined);

  await createFirstPet(context.pets, candidates, 'available');

  expect(candidates).toEqual([1n, 2n, 3n, 4n, 5n]);
  expect(context.pets.categoryId).toBe(4n);
  expect(await context.pets.withStatus('available')).toMatchObject({ categoryId: 4n });
  expect(context.store.created.length).toBe(1);
});

test('suggests --category-id if no category is accepted', async () => {
  const empty = class extends knowing((category) => category === 77n) {
    override firstPets() {
      return [];
    }
  };

  const report = await verifyService(new empty());

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toMatch(/each of the categories 1;.* set --category-id to a valid one\./);
});

test('shows the name of the pet as a possible cause', async () => {
  class Short extends Service {
    override nameOf(value: unknown) {
      const name = super.nameOf(value);
      if (name.length > 16) throw badRequest('name is too long.');
      return name;
    }
  }

  const report = await verifyService(new Short());

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toMatch(/such as its name \("verify [^"]+"\)/);
});

test('fails a provider that rejects the given category', async () => {
  const report = await verifyService(new (knowing((category) => category === 77n))(), {
    categoryId: 5,
  });

  expect(report.outcome).toBe('failed');
});

const plan = (
  options: Partial<VerifyOptions> = {},
  isSelected = (_: { readonly section: string }) => true,
) => createPlan(resolveOptions({ url: 'http://a/v1', apiKey: 'k', ...options }), 'x', isSelected);

test('the plan counts the selected requirements, their requests and those without a valid key', async () => {
  const isPartOf5 = ({ section }: { readonly section: string }) => section === '5';

  const [all, ofSection5, reading] = await Promise.all([
    plan(),
    plan({}, isPartOf5),
    plan({ readOnly: true }),
  ]);

  expect(all.requirements).toBe(allChecks.length);
  expect(ofSection5.requirements).toBe(allChecks.filter(isPartOf5).length);
  expect(ofSection5.requests).toBeLessThan(all.requests);
  expect(reading.withoutKey).toBeLessThan(all.withoutKey);
});

test('a plain provider gets about as many requests as planned', async () => {
  const { service, recorded } = recording();
  const plans: VerificationPlan[] = [];

  await verifyService(new service(), {}, { onStart: (one) => plans.push(one) });

  const isWrong = ({ answer }: { readonly answer: Answer }) => answer.status === 401;
  const [{ requests = 0, withoutKey = 0 } = {}] = plans;
  expect(Math.abs(recorded.length - requests)).toBeLessThan(0.1 * requests);
  expect(Math.abs(recorded.filter(isWrong).length - withoutKey)).toBeLessThan(0.1 * withoutKey);
});

test('creates at most the planned number of pets with --only', async () => {
  class Empty extends Service {
    override firstPets() {
      return [];
    }
  }
  const plans: VerificationPlan[] = [];

  const report = await verifyService(
    new Empty(),
    { only: ['a page has as many', 'creates no pet', 'no Unicode text'] },
    { onStart: (one) => plans.push(one) },
  );

  expect(report.createdPets).toBeGreaterThan(20);
  expect(report.createdPets).toBeLessThanOrEqual(plans[0]?.maxPets ?? 0);
});

test('rejects a URL that ends in /pets', async () => {
  const wrong = verify({ url: 'http://127.0.0.1:1/v1/pets/', apiKey: 'key' });

  await expect(wrong).rejects.toThrow(UsageError);
  await expect(wrong).rejects.toThrow('Set it to http://127.0.0.1:1/v1.');
});

test('the documentation states what a verification sends', async () => {
  const page = readFileSync(new URL('../../docs/providers.md', import.meta.url), 'utf8');
  const { requests, withoutKey, maxPets } = await plan();

  expect(page).toContain(`about ${requests} requests, ${withoutKey} of them without a valid key`);
  expect(page).toContain(`It creates at most ${maxPets} pets,`);
});
