import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openPointNames } from '../../src/document/open-points.js';
import {
  type Choices,
  createSimulator,
  type OpenPoint,
  openPoints,
  type SimulatorOptions,
} from '../../src/index.js';
import { learn } from '../../src/learn/learn.js';
import { createConfig, findDrift, formatDrift, formatLearned } from '../../src/learn/report.js';
import { CannotVerify } from '../../src/verify/result.js';
import type { Answer, Call } from '../verify/providers/call.js';
import { fetchFrom, resolveOptions } from '../verify/providers/in-process.js';
import { answering } from '../verify/providers/variant.js';

/** Learns from a simulator of this process. */
function learnFrom(options: SimulatorOptions, readOnly = false) {
  const { apiKey, fetch } = createSimulator(options);
  return learn(
    resolveOptions({ url: 'http://localhost/v1', apiKey, readOnly }),
    {},
    undefined,
    fetch,
  );
}

const toChoices = ({ points }: Awaited<ReturnType<typeof learnFrom>>) =>
  Object.fromEntries(points.map(({ point, choice }) => [point, choice]));

/** What no request can tell before getPet is removed. */
const untold = { 'after-sunset': undefined };

/** All choices but `own`, which is nothing without the errors of a service. */
const choicesOf = (point: OpenPoint): readonly string[] =>
  openPoints[point].choices.filter((choice) => choice !== 'own');

const anyChoices = fc.record(
  Object.fromEntries(openPointNames.map((point) => [point, fc.constantFrom(...choicesOf(point))])),
) as unknown as fc.Arbitrary<Choices>;

const single = openPointNames.flatMap((point) =>
  choicesOf(point).map((choice) => [point, choice] as const),
);

test.each(single)('learns %s=%s', async (point, choice) => {
  const learned = toChoices(await learnFrom({ choices: { [point]: choice } }));

  expect(learned[point]).toBe(point in untold ? undefined : choice);
});

test('learns all choices, in at most 60 requests and with at most 8 pets', async () => {
  await fc.assert(
    fc.asyncProperty(anyChoices, fc.constantFrom(30, 100, 400), async (choices, pets) => {
      const learned = await learnFrom({ choices, pets });

      expect(toChoices(learned)).toEqual({ ...choices, ...untold });
      expect(learned.requests).toBeLessThanOrEqual(60);
      expect(learned.createdPets).toBeLessThanOrEqual(8);
    }),
    { numRuns: 20 },
  );
});

const texts = fc.stringMatching(/^[a-z ]{1,20}$/);
const errorWith = (...messages: readonly string[]) =>
  fc.record({
    // 429 is a rate limit: the client waits, and asks again.
    status: fc.integer({ min: 400, max: 499 }).filter((status) => status !== 429),
    body: fc.oneof(
      fc.record({ detail: fc.constantFrom(...messages, 'no') }),
      fc.record({ errors: fc.tuple(fc.record({ code: texts, text: texts })) }),
    ),
  });
const anyErrors = fc.record({
  bad_request: errorWith('{message}'),
  missing_key: errorWith(),
  unauthorized: errorWith(),
  not_found: errorWith('no pet {petId}'),
  unknown_path: fc.record({
    status: fc.constant(404),
    body: fc.constant('<h1>Not Found</h1>'),
    mediaType: fc.constant('text/html'),
  }),
  method_not_allowed: errorWith(),
});

test('learns the errors of a service, and its choices as well', async () => {
  await fc.assert(
    fc.asyncProperty(anyChoices, anyErrors, async (choices, errors) => {
      // Where its statuses say something else, too, they tell no choice from another.
      fc.pre(![404, 415].includes(errors.bad_request.status));
      const own = {
        ...choices,
        'error-codes': 'own',
        'malformed-pet-id': 'reject',
        'media-type': 'reject',
      } as const;
      const learned = await learnFrom({ choices: own, errors });

      expect(learned.errors).toEqual(errors);
      expect(toChoices(learned)).toEqual({ ...own, ...untold });
    }),
    { numRuns: 20 },
  );
});

test('--check names the error that has changed', async () => {
  const errorOf = (detail: string) => ({ not_found: { status: 404, body: { detail } } });
  const choices = { 'error-codes': 'own' } as const;
  const config = createConfig(await learnFrom({ choices, errors: errorOf('no') }), false);

  const drift = findDrift(await learnFrom({ choices, errors: errorOf('never') }), config);

  expect(drift.map(formatDrift)).toEqual([
    'error not_found: was {"status":404,"body":{"detail":"no"}}, is {"status":404,"body":{"detail":"never"}}',
  ]);
});

const limited = (answer: Answer) => ({
  ...answer,
  status: 429,
  headers: { ...answer.headers, 'Retry-After': '9' },
});

test('fails in a sentence when the rate limit lasts from one of the first requests on', async () => {
  let requests = 0;
  const learning = learnChanged((answer) => {
    requests += 1;
    return requests > 5 ? limited(answer) : answer;
  });

  await expect(learning).rejects.toThrow(CannotVerify);
  await expect(learning).rejects.toThrow(
    /^Nothing was learned from .* the rate limit of the provider \(429\) lasts too long/,
  );
});

test('learns nothing when it is stopped', async () => {
  const stopping = new AbortController();
  const { apiKey, fetch } = createSimulator();
  let requests = 0;
  const options = resolveOptions({ url: 'http://localhost/v1', apiKey });
  const learning = learn(options, {}, stopping.signal, (...request) => {
    requests += 1;
    if (requests > 30) {
      stopping.abort(new Error('SIGINT'));
    }
    return fetch(...request);
  });

  await expect(learning).rejects.toThrow(/^Nothing was learned from .* \(SIGINT\)\.$/);
});

test('stops at a rate limit that lasts', async () => {
  let requests = 0;
  const { points } = await learnChanged((answer) => {
    requests += 1;
    return requests > 15 ? limited(answer) : answer;
  });

  expect(requests).toBe(16);
  expect(points.find(({ point }) => point === 'limit-malformed')?.unset).toMatch(
    /^the rate limit of the provider \(429\) lasts too long/,
  );
});

test('a wrong request that is accepted goes into the file', async () => {
  const learned = await learnChanged((answer, call) =>
    call.method === 'PUT' ? { ...answer, status: 200 } : answer,
  );

  expect(createConfig(learned, false).learned.beyond).toMatchObject({
    'PUT /pets {}': 'answers 200',
  });
});

describe('what cannot be told stays unset', () => {
  test('with --read-only, what needs createPet', async () => {
    const { points, createdPets } = await learnFrom({}, true);

    expect(createdPets).toBe(0);
    const unset = points.flatMap((one) => (one.unset === undefined ? [] : one.point));
    expect(unset).toEqual([
      'omitted-status',
      'list-order',
      'unknown-field',
      'id-scheme',
      'extra-response-fields',
      'unknown-category',
      'empty-name',
      'media-type',
      'form-body',
      'after-sunset',
    ]);
  });

  test('with too few pets, what pages would show', async () => {
    const choices = { 'limit-out-of-range': 'clamp' } as const;
    const { points } = await learnFrom({ fixture: 'empty', choices }, true);

    expect(points.find(({ point }) => point === 'limit-out-of-range')?.unset).toContain(
      'no difference between clamp and ignore',
    );
  });
});

test('--check names exactly the choice that has changed', async () => {
  await fc.assert(
    fc.asyncProperty(anyChoices, fc.constantFrom(...single), async (before, [point, choice]) => {
      const config = createConfig(await learnFrom({ choices: before }), false);
      const after = { ...before, [point]: choice };

      const drift = findDrift(await learnFrom({ choices: after }), config);

      const isChanged = !(point in untold) && before[point as keyof Choices] !== choice;
      const expected = { point, was: before[point as keyof Choices], is: choice };
      expect(drift).toEqual(isChanged ? [expected] : []);
    }),
    { numRuns: 20 },
  );
});

test('a drift says what the point is about', () => {
  expect(formatDrift({ point: 'list-order', was: 'oldest-first', is: 'shuffled' })).toBe(
    'list-order (the order of the list): was oldest-first, is shuffled',
  );
});

/** A plain service whose answers are changed. */
const learnChanged = (change: (answer: Answer, call: Call) => Answer) => {
  const service = new (answering(change))();
  service.open();
  const options = resolveOptions({ url: 'http://provider/v1', apiKey: service.apiKey });
  return learn(options, {}, undefined, fetchFrom(service));
};

const isMalformedLimit = ({ query }: Call) => query.get('limit') === 'abc';

test('what no choice is, is said, and taken as the nearest only if asked', async () => {
  const learned = await learnChanged((answer, call) =>
    isMalformedLimit(call) ? { ...answer, status: 422 } : answer,
  );

  expect(createConfig(learned, false)).toMatchObject({
    learned: { beyond: { 'limit-malformed': 'answers 422' } },
  });
  expect(createConfig(learned, false).choices['limit-malformed']).toBeUndefined();
  expect(createConfig(learned, true).choices['limit-malformed']).toBe('reject');
  expect(findDrift(await learnFrom({}), createConfig(learned, false))).toContainEqual({
    point: 'limit-malformed',
    was: 'answers 422',
    is: 'reject',
  });
  expect(formatLearned(learned, false)).toMatch(
    /limit-malformed +none: it answers 422 \(nearest: reject\)\n +GET \/pets\?limit=abc -> 422 /,
  );
});

test('several services behind one address are noticed', async () => {
  let calls = 0;
  const { points } = await learnChanged((answer, call) => {
    calls += isMalformedLimit(call) ? 1 : 0;
    return isMalformedLimit(call) && calls % 2 === 0 ? { ...answer, status: 404 } : answer;
  });

  expect(points.find(({ point }) => point === 'limit-malformed')?.unset).toBe(
    'it answers 400, then answers 404: several services may be behind the address',
  );
});

test('the config file has no key', async () => {
  const learned = await learnFrom({ apiKey: 'secret-of-staging' });

  expect(JSON.stringify(createConfig(learned, true)) + formatLearned(learned, true)).not.toContain(
    'secret-of-staging',
  );
});

test('a fixture has the fields of the document, with all digits', async () => {
  const { apiKey, fetch } = createSimulator({
    pets: 5,
    choices: { 'omitted-status': 'null', 'id-scheme': 'large', 'extra-response-fields': 'some' },
  });
  const options = resolveOptions({ url: 'http://localhost/v1', apiKey });

  const { fixture = '' } = await learn(options, { pets: 5, anonymize: true }, undefined, fetch);

  expect(fixture).toContain('"id": 9007199254740995');
  const pets = JSON.parse(fixture) as object[];
  const fields = new Set(pets.flatMap(Object.keys));
  expect([...fields].sort()).toEqual(['categoryId', 'id', 'name', 'status']);
  expect(pets).toMatchObject([1, 2, 3, 4, 5].map((number) => ({ name: `Pet ${number}` })));
  expect(fixture).not.toContain('null');
});

test('what a list has that no choice is goes into the file', async () => {
  const learned = await learnChanged((answer, call) =>
    call.method === 'GET'
      ? { ...answer, headers: { ...answer.headers, 'X-RateLimit-Limit': '100' } }
      : answer,
  );

  expect(createConfig(learned, false).learned.beyond).toMatchObject({
    'rate limit': 'sends x-ratelimit-limit',
  });
});
