import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { petStatuses } from '../../../src/document/pet.js';
import { profileNames, startSimulator } from '../../../src/index.js';
import { root } from '../../support/bundle.js';
import { startProgram } from '../../support/listening-program.js';

type Validators = typeof import('openapi-response-validator');

const require = createRequire(import.meta.url);
const { default: ResponseValidator } = require('openapi-response-validator') as Validators;
const manifest = require.resolve('@stoplight/prism-cli/package.json');
const { bin } = require(manifest) as { bin: { prism: string } };

/** Starts the proxy of Prism in front of a service. */
const startPrism = (url: string, ...flags: readonly string[]) =>
  startProgram(
    [
      process.execPath,
      join(dirname(manifest), bin.prism),
      'proxy',
      spec,
      url,
      '--port',
      '0',
      ...flags,
    ],
    () => ({}),
    /Prism is listening on (http:\/\/[\d.]+:\d+)/,
  );
const spec = `${root}spec/animal-store.openapi.yaml`;

/** Where Prism found violations, from the header that it adds: beginning with `request` or `response`. */
const violationsIn = (response: Response): { readonly location: readonly string[] }[] =>
  JSON.parse(response.headers.get('sl-violations') ?? '[]');

/** A request that keeps to the document, and the statuses that the document lists for it. */
interface ValidRequest {
  readonly path: string;
  readonly body?: string;
  readonly key?: string;
  readonly answers: readonly number[];
}

/** More than a page holds. */
const seededPets = 120;

const list = (query: Readonly<Record<string, string>> = {}): ValidRequest => ({
  path: `/pets?${new URLSearchParams(query)}`,
  answers: [200],
});

/** The document doesn't say what becomes of an empty name or of further fields: 400 is legal too. */
const create = (pet: { readonly name: string; readonly ageInYears?: number }): ValidRequest => ({
  path: '/pets',
  body: JSON.stringify(pet),
  answers: pet.name === '' || 'ageInYears' in pet ? [201, 400] : [201],
});

const get = (petId: number): ValidRequest => ({
  path: `/pets/${petId}`,
  answers: petId >= 1 && petId <= seededPets ? [200] : [200, 404],
});

const withWrongKey = (request: ValidRequest): ValidRequest => ({
  ...request,
  key: 'another-key',
  answers: [401],
});

/** Prism holds integers as doubles, and refuses those that a double can't hold. */
const integer = fc.maxSafeInteger();
const status = fc.constantFrom(...petStatuses);
const limit = fc.integer({ min: 1, max: 100 }).map(String);
const newPet = fc.record(
  { name: fc.string({ unit: 'binary' }), categoryId: integer, status, ageInYears: fc.nat() },
  { requiredKeys: ['name', 'categoryId'] },
);
const withRightKey = fc.oneof(
  fc.record({ limit, status }, { requiredKeys: [] }).map(list),
  newPet.map(create),
  fc.oneof(fc.integer({ min: 1, max: seededPets }), integer).map(get),
);
const validRequests = fc.oneof(
  { arbitrary: withRightKey, weight: 9 },
  { arbitrary: withRightKey.map(withWrongKey), weight: 1 },
);

// Before the removal of getPet.
const simulator = await startSimulator({ pets: seededPets, clock: '2030-01-01' });
const prism = await startPrism(simulator.url, '--errors');
afterAll(async () => {
  await prism.close();
  await simulator.close();
});

const { paths, components } = await (await fetch(new URL('/openapi.json', simulator.url))).json();

/** What a second validator finds in a response. */
function validate({ path, body: sent }: ValidRequest, status: number, body: unknown) {
  const item = paths[path.includes('?') ? '/pets' : '/pets/{petId}'];
  const { responses } = sent === undefined ? item.get : paths['/pets'].post;
  const resolved = Object.entries<{ $ref?: string }>(responses).map(([name, response]) => [
    name,
    response.$ref ? components.responses[basename(response.$ref)] : response,
  ]);
  const validator = new ResponseValidator({ responses: Object.fromEntries(resolved), components });
  return validator.validateResponse(status, body);
}

function send({ path, body, key = 'test-key' }: ValidRequest, sandbox: string) {
  const headers = { Authorization: `Bearer ${key}.${sandbox}`, 'Content-Type': 'application/json' };
  return fetch(`${prism.url}${path}`, {
    headers,
    ...(body !== undefined && { method: 'POST', body }),
  });
}

test.for(profileNames)('two validators find no violation under the profile %s', async (profile) => {
  const sandbox = simulator.sandbox(profile);
  await sandbox.settings.set({ profile, choices: { 'id-scheme': 'sequential' } });

  await fc.assert(
    fc.asyncProperty(validRequests, async (request) => {
      const response = await send(request, sandbox.name);

      expect(validate(request, response.status, await response.json())).toBeUndefined();
      expect(violationsIn(response)).toEqual([]);
      // Prism's own refusals are application/problem+json.
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(request.answers).toContain(response.status);
    }),
    { examples: [[list()], [get(1)], [get(seededPets + 1)], [withWrongKey(get(1))]], numRuns: 100 },
  );
});

test('the validators report a response that the document does not list', async () => {
  const { url } = simulator.sandbox();
  const judge = await startPrism(url);
  const headers = { Authorization: 'Bearer test-key', Prefer: 'code=418' };

  const response = await fetch(`${judge.url}/pets/1`, { headers });
  await judge.close();

  expect(violationsIn(response).map(({ location }) => location[0])).toContain('response');
  expect(validate(get(1), 418, {})?.message).toContain('unknown status code');
  expect(validate(get(1), 404, { code: 'x', message: 'x' })?.errors).toHaveLength(1);
});
