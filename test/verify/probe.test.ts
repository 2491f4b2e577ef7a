import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verify } from '../../src/index.js';
import { verifyOptionTable } from '../../src/options/verify-options.js';
import { createFirstPet, expectNoLockout, probeProvider } from '../../src/verify/probe.js';
import { findFindings } from '../../src/verify/report/findings.js';
import { formatReport } from '../../src/verify/report/formats.js';
import { recording } from './open-provider.js';
import { badRequest, type Call, notFound, Refusal } from './providers/call.js';
import { verifyService } from './providers/in-process.js';
import { refusingNames } from './providers/legal/requests.js';
import { Service } from './providers/service.js';
import { atCalls, changing, startingWith, taking } from './providers/variant.js';
import { reachService } from './reach.js';

/** Rejects some requests for reasons beyond the document. */
const refusing = (refusalOf: (call: Call, count: number) => Refusal | undefined) =>
  atCalls((_service, count, call) => {
    const refusal = refusalOf(call, count);
    if (refusal !== undefined) throw refusal;
  });

const rateLimit = (seconds: number) =>
  new Refusal(429, 'too_many', 'Wait.', { 'Retry-After': `${seconds}` });

/** Accepts only category 77. */
const Knowing = taking('categoryOf')((_value, plain) => {
  const categoryId = plain();
  if (categoryId !== 77n) throw badRequest('There is no such category.');
  return categoryId;
});

test.each([502, 503, 504])('cannot verify a provider that returns %i at first', async (status) => {
  const provider = reachService(new (refusing(() => new Refusal(status, 'down', 'Down.')))());

  await expect(probeProvider(provider)).rejects.toThrow(
    new RegExp(`^GET /pets returned ${status} .* Try again later\\.$`),
  );
});

test.each([
  ['an HTML page', 'text/html', '<title>Home</title>'],
  ['JSON', 'application/json', '{"status":"UP"}'],
])('cannot verify a server that returns %s for every path', async (_what, type, body) => {
  const answer = { status: 200, headers: { 'Content-Type': type }, body };
  const provider = reachService(new (changing('answer', async () => answer))());

  await expect(probeProvider(provider)).rejects.toThrow(
    'This is not the Animal Store service: GET /pets needs no key',
  );
});

test('is inconclusive if the rate limit lasts', async () => {
  const spent = refusing((_call, count) => (count > 1 ? rateLimit(3600) : undefined));

  const report = await verifyService(new spent());

  expect(report).toMatchObject({ outcome: 'inconclusive', createdPets: 0 });
  expect(report.reason).toMatch(/^The verification is incomplete: .*\(429\)/);
});

test('suggests --read-only for a key that may not create', async () => {
  const reader = refusing(({ method }) =>
    method === 'POST' ? new Refusal(403, 'forbidden', 'Only for reading.') : undefined,
  );

  const report = await verifyService(new reader());

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toMatch(/^POST \/pets returned 403 .*--read-only\.$/);
});

test('tries one category after another', async () => {
  const provider = reachService(new Knowing());
  provider.categories = [1n, 77n];

  await createFirstPet(provider, 'available');

  expect(provider.categoryId).toBe(77n);
});

test('suggests --category-id if no category is accepted', async () => {
  const service = new (class extends Knowing {
    override firstPets() {
      return [];
    }
  })();

  const report = await verifyService(service);

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toMatch(/"categoryId":1,.* set --category-id\./);
});

/** Accepts names up to this number of letters. */
const naming = (most: number) => refusingNames((name) => name.length > most || /[^a-z]/.test(name));

test('a provider may accept only short names of letters', async () => {
  const report = await verifyService(new (naming(12))());

  expect(report.outcome).toBe('passed');
  expect(formatReport(report).text).toMatch(
    /! .* \(17 of 23 cases: name with letters beyond ASCII, /,
  );
});

test('shows the name of the pet as a possible cause', async () => {
  const report = await verifyService(new (naming(8))());

  expect(report.outcome).toBe('inconclusive');
  expect(report.reason).toMatch(/"name":"verify[^"]+".* such as the name/);
});

/** Has no pets at first, and answers an empty list with 404. */
class Empty404 extends Service {
  override firstPets() {
    return [];
  }

  override async list(call: Call) {
    if (this.pets.length === 0) throw notFound();
    return super.list(call);
  }
}

test('an empty list that gets 404 with an Error is a finding', async () => {
  const report = await verifyService(new Empty404());

  expect(report.outcome).toBe('failed');
  const [first] = findFindings(report.requirements);
  expect(first?.evidence).toMatchObject({
    request: expect.stringMatching(/^GET \/pets\?limit=100&status=/),
    received: expect.stringMatching(/^404 /),
  });
});

test('404 with an Error may be another URL where createPet is not allowed', async () => {
  const elsewhere = refusing(() => notFound());

  const report = await verifyService(new elsewhere(), { readOnly: true });

  expect(report).toMatchObject({ outcome: 'inconclusive', requirements: [] });
  expect(report.reason).toMatch(/^GET \/pets returned 404 .* Check --url: /);
});

test('fails a provider that rejects the given category', async () => {
  const report = await verifyService(new Knowing(), {
    categoryId: 5,
  });

  expect(report.outcome).toBe('failed');
});

test('takes a URL that ends in /pets for the base URL', async () => {
  const { url } = await verify({ url: 'http://127.0.0.1:1/v1/pets/', apiKey: 'key' });

  expect(url).toBe('http://127.0.0.1:1/v1');
});

test('the documentation states what a verification sends and creates at most', async () => {
  const { service, recorded } = recording(startingWith(() => []));
  const report = await verifyService(new service());

  const page = readFileSync(new URL('../../docs/providers.md', import.meta.url), 'utf8');
  expect(page).toContain('It sends up to 385 requests');
  expect(recorded.length).toBeGreaterThan(360);
  expect(recorded.length).toBeLessThanOrEqual(385);
  expect(page).toContain(`It creates at most ${report.createdPets} pets,`);
  expect(report.createdPets).toBe(verifyOptionTable.maxPets.default);
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
  const provider = reachService(
    new (refusing((_call, count) => (count === 1 ? new Refusal(401, 'odd', 'No.') : undefined)))(),
  );

  await expect(expectNoLockout(provider)).resolves.toBeUndefined();
});
