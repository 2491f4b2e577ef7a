import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customErrorNames, leniencyNames } from '../../src/document/custom-errors.js';
import { openPointNames } from '../../src/document/open-points.js';
import {
  type Choices,
  createSimulator,
  type OpenPoint,
  openPoints,
  type SimulatorOptions,
} from '../../src/index.js';
import { type LearnSettings, learn } from '../../src/learn/learn.js';
import { compareWith, createConfig, formatDrift, formatLearned } from '../../src/learn/report.js';
import { CannotVerify } from '../../src/verify/result.js';
import type { Answer, Call } from '../verify/providers/call.js';
import { fetchFrom, resolveOptions } from '../verify/providers/in-process.js';
import type { NewPet } from '../verify/providers/pet.js';
import { Service } from '../verify/providers/service.js';
import { answering } from '../verify/providers/variant.js';
import { anyTraits, listWorse } from './generated-service.js';
import { answersOf, requests } from './requests.js';

/** Learns from a simulator of this process. */
function learnFrom(options: SimulatorOptions, readOnly = false, settings: LearnSettings = {}) {
  const { apiKey, fetch } = createSimulator(options);
  const target = resolveOptions({ url: 'http://localhost/v1', apiKey, readOnly });
  return learn(target, settings, undefined, fetch);
}

/** Learns from a service. */
function learnService(service: Service, signal?: AbortSignal) {
  service.open();
  const options = resolveOptions({ url: 'http://provider/v1', apiKey: service.apiKey });
  return learn(options, {}, signal, fetchFrom(service));
}

/** Learns from a plain service whose answers are changed. */
const learnChanged = (change: (answer: Answer, call: Call) => Answer, signal?: AbortSignal) =>
  learnService(new (answering(change))(), signal);

const read = ({ points }: Awaited<ReturnType<typeof learnFrom>>) =>
  Object.fromEntries(points.map(({ point, choice, unset }) => [point, unset ?? choice]));

const getPetRemains = { 'after-sunset': 'getPet has not been removed yet (section 9)' };

/** All choices but `custom`, which is nothing without the errors or fields of a service. */
const choicesOf = (point: OpenPoint): readonly string[] =>
  openPoints[point].choices.filter((choice) => choice !== 'custom');

const anyChoices = fc.record(
  Object.fromEntries(openPointNames.map((point) => [point, fc.constantFrom(...choicesOf(point))])),
) as unknown as fc.Arbitrary<Choices>;

/** Together they have every choice. */
const covering = [0, 1, 2, 3].map((number) => {
  const entries = openPointNames.map((point) => {
    const choices = choicesOf(point);
    return [point, choices[number % choices.length]];
  });
  return Object.fromEntries(entries) as unknown as Choices;
});

test.each(covering)('learns every choice: %#', async (choices) => {
  // Who reads digits at the beginning of a text reads 05 so, too.
  const same = expect.stringContaining('no difference between malformed and accept');
  const prefix = {
    ...(choices['limit-malformed'] === 'prefix' && { 'limit-spelling': same }),
    ...(choices['malformed-pet-id'] === 'prefix' && { 'pet-id-spelling': same }),
  };

  const learned = await learnFrom({ choices, pets: 120 });
  const parts = formatLearned(learned, false).split('; took malformed');
  expect(parts).toHaveLength(1 + Object.keys(prefix).length);
  expect(read(learned)).toMatchObject({
    ...choices,
    ...getPetRemains,
    'error-codes': 'custom',
    'extra-response-fields': choices['extra-response-fields'] === 'none' ? 'none' : 'custom',
    ...prefix,
  });
});

/** How a simulator answers requests, with the values of codes. */
async function simulate(options: SimulatorOptions): Promise<string[]> {
  const { fetch, apiKey } = createSimulator({ pets: 120, ...options });
  const send = (path: string, init: RequestInit) => fetch(`http://localhost/v1${path}`, init);
  const answers = await answersOf(requests, /^(?:code|status)$/, apiKey, send);
  return answers.map((answer, index) => JSON.stringify([requests[index], answer]));
}

const texts = fc.stringMatching(/^[a-z ]{4,20}$/);
const anyError = fc.record({
  // 429 is a rate limit: the client waits, and asks again.
  status: fc.constantFrom(400, 403, 409, 422, 500),
  mediaType: fc.constantFrom('application/json', 'application/problem+json; charset=utf-8'),
  body: fc.oneof(
    fc.record({
      detail: fc.constantFrom('no', '{message}', 'got {name}'),
      at: fc.constant('{now}'),
    }),
    fc.record({ errors: fc.tuple(fc.record({ code: texts, text: texts })) }),
    fc.record({ instance: fc.constant('{path}'), code: texts, trace: fc.constant('{id}') }),
  ),
});
const names = customErrorNames.filter(
  (name) => !/^(?:after-sunset|keyless-path|long-name)$/.test(name),
);
const anyErrors = fc.dictionary(fc.constantFrom(...names), anyError, { maxKeys: 30 });
const unknownPath = {
  status: 404,
  body: '<h1>Not Found</h1>',
  mediaType: 'text/html',
};

test('a simulator that has learned answers like the service, errors and lenience included', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyChoices,
      anyErrors,
      fc.uniqueArray(fc.constantFrom(...leniencyNames)),
      async (choices, errors, accepts) => {
        const service = {
          choices: {
            ...choices,
            'error-codes': 'custom',
            'extra-response-fields': 'custom',
          } as const,
          errors: { ...errors, unknown_path: unknownPath },
          accepts,
          extraFields: { age: 4, tags: ['x'] },
        };
        const learned = await learnFrom({ ...service, pets: 120 });

        fc.pre(learned.createdPets < 8);
        const { learned: _source, ...config } = createConfig(learned);
        expect(await simulate(config)).toEqual(await simulate(service));
        expect(learned.requests).toBeLessThanOrEqual(60);
        expect(learned.createdPets).toBeLessThanOrEqual(8);
      },
    ),
    // One service in forty needs more than 60 requests, so that the last question is not asked.
    { seed: 53, numRuns: 5 },
  );
});

test('nothing is worse than before learning, over generated services', async () => {
  await fc.assert(
    fc.asyncProperty(anyTraits, async (traits) => {
      expect(await listWorse(traits)).toEqual([]);
    }),
    { seed: 53, numRuns: 3, endOnFailure: true },
  );
});

/** Learns from a service whose rate limit lasts after this many requests. */
async function learnLimited(most: number) {
  let requests = 0;
  const learned = await learnChanged((answer) => {
    requests += 1;
    const headers = { ...answer.headers, 'Retry-After': '9' };
    return requests > most ? { ...answer, status: 429, headers } : answer;
  });
  return { ...learned, sent: requests };
}

test('fails in a sentence when the rate limit lasts from one of the first requests on', async () => {
  const learning = learnLimited(5);

  await expect(learning).rejects.toThrow(CannotVerify);
  await expect(learning).rejects.toThrow(
    /^Nothing was learned from .* the rate limit of the provider \(429\) lasts too long/,
  );
});

test('stops at a rate limit that lasts, and says how much --check compared', async () => {
  const learned = await learnLimited(15);

  expect(learned.sent).toBe(16);
  expect(read(learned)['limit-malformed']).toMatch(
    /^the rate limit of the provider \(429\) lasts too long/,
  );
  const { drift, compared, total } = compareWith(learned, await readUnchanged());
  expect(drift).toEqual([]);
  expect(compared).toBeLessThan(total / 2);
});

test('takes the closest choice, and says what else the service does', async () => {
  const learned = await learnChanged((answer, { body }) =>
    /"name":"[^"]{101}/.test(`${body}`) ? { ...answer, status: 422, body: '{}' } : answer,
  );

  const { choices, learned: source } = createConfig(learned);
  expect(choices['long-name']).toBe('reject');
  expect(source.beyond).toMatchObject({ 'long-name': 'answers 422, then answers 422' });
  expect(formatLearned(learned, false)).toMatch(/long-name +reject: it answers 422, then/);
});

test('learns nothing when it is stopped', async () => {
  const stopping = new AbortController();
  let requests = 0;
  const learning = learnChanged((answer) => {
    requests += 1;
    if (requests > 30) stopping.abort(new Error('SIGINT'));
    return answer;
  }, stopping.signal);

  await expect(learning).rejects.toThrow(/^Nothing was learned from .* \(SIGINT\)\.$/);
});

test('a wrong request that is accepted goes into the file', async () => {
  const learned = await learnChanged((answer, call) =>
    call.method === 'PUT' ? { ...answer, status: 200 } : answer,
  );

  expect(createConfig(learned).learned.beyond).toMatchObject({
    method_not_allowed: 'answers 200; the simulator answers 405',
  });
});

describe('what cannot be told stays unset', () => {
  test('with --read-only, what needs createPet', async () => {
    const { points, createdPets } = await learnFrom({}, true);

    expect(createdPets).toBe(0);
    const unset = points.flatMap((one) =>
      one.unset !== undefined && one.point in openPoints ? one.point : [],
    );
    expect(unset).toEqual([
      'omitted-status',
      'list-order',
      'unknown-field',
      'id-scheme',
      'unknown-category',
      'empty-name',
      'long-name',
      'decimal-integer',
      'null-status',
      'media-type',
      'form-body',
      'after-sunset',
    ]);
  });

  test('with too few pets, what pages would show', async () => {
    const choices = { 'limit-too-large': 'clamp' } as const;
    const learned = await learnFrom({ fixture: 'empty', choices }, true);

    expect(read(learned)['limit-too-large']).toContain('no difference between clamp and ignore');
  });
});

/** Adds a header to the answers of a status, or to all. */
const adding =
  (name: string, value: string, status?: number) =>
  (answer: Answer): Answer =>
    (status ?? answer.status) === answer.status
      ? { ...answer, headers: { ...answer.headers, [name]: value } }
      : answer;

/** A change of a service, and the point under which it is found. */
const changes: Readonly<Record<string, [point: string, (answer: Answer, call: Call) => Answer]>> = {
  'a filter that is ignored': [
    'status filter',
    (answer, { path, query }) =>
      path === '/pets' && query.get('status') === 'sold'
        ? { ...answer, body: '[{"id":1,"name":"a","categoryId":1,"status":"available"}]' }
        : answer,
  ],
  'any key is accepted': [
    'unauthorized',
    (answer, { headers }) =>
      answer.status === 401 && headers.authorization !== undefined
        ? { ...answer, status: 200, body: '[]' }
        : answer,
  ],
  'ids as strings': [
    'pet',
    (answer) => ({ ...answer, body: `${answer.body}`.replace(/"id":(\d+)/g, '"id":"$1"') }),
  ],
  'names over 50 characters are rejected': [
    'long-name',
    (answer, { body }) =>
      /"name":"[^"]{51}/.test(`${body}`) ? { ...answer, status: 400, body: '{}' } : answer,
  ],
  'a number is accepted as name': [
    'number-as-name',
    (answer, { body }) =>
      /"name":\d/.test(`${body}`)
        ? { ...answer, status: 201, body: '{"id":99,"name":"5","categoryId":1}' }
        : answer,
  ],
  'another code of malformed JSON': [
    'malformed_json',
    (answer, { body }) =>
      /"categoryId":$/.test(`${body}`) ? { ...answer, body: '{"code":"\u202eother"}' } : answer,
  ],
  'another media type of errors': [
    'not_found',
    adding('Content-Type', 'application/problem+json', 404),
  ],
  'another WWW-Authenticate': ['missing_key', adding('WWW-Authenticate', 'Basic', 401)],
  'a rate limit': ['page', adding('X-RateLimit-Limit', '9')],
  'a default page of 3': [
    'page',
    (answer, { path, query }) =>
      answer.status === 200 && path === '/pets' && [...query].length === 0
        ? { ...answer, body: JSON.stringify(JSON.parse(`${answer.body}`).slice(0, 3)) }
        : answer,
  ],
  'a Location': ['omitted-status', adding('Location', '/v1/pets/1', 201)],
};

let unchanged: Promise<ReturnType<typeof createConfig>> | undefined;

/** The config of the service without a change, which is learned once. */
const readUnchanged = () => {
  unchanged ??= learnChanged((answer) => answer).then(createConfig);
  return unchanged;
};

test.for(Object.entries(changes))('--check finds %s', async ([, [point, change]]) => {
  const { drift } = compareWith(await learnChanged(change), await readUnchanged());

  expect(drift.map((one) => one.point)).toContain(point);
  expect(drift.map(formatDrift).join()).not.toContain('\u202e');
  expect(drift.map(({ is }) => is).join()).not.toMatch(/unlike the simulator(?!: it \w)/);
});

test('--check ignores times, random ids, large numbers and what a list happens to have', async () => {
  const learnNoisy = () =>
    learnChanged((answer) =>
      answer.status < 400
        ? answer
        : {
            ...answer,
            body: `{"at":"${new Date().toISOString()}","trace":"r-${Math.random()}","tick":${Math.random()},"nanoseconds":${2n ** 60n + process.hrtime.bigint()}}`,
          },
    );

  const { drift } = compareWith(await learnNoisy(), createConfig(await learnNoisy()));

  expect(drift).toEqual([]);
});

test('an error may list what is wrong in any order', async () => {
  let errors = 0;
  const learnUnordered = (...words: string[]) =>
    learnChanged((answer) => {
      errors += 1;
      const fields = errors % 2 === 0 ? words : words.toReversed();
      const wrong = { at: new Date(), message: fields.join(', '), fields };
      return answer.status < 400 ? answer : { ...answer, body: JSON.stringify(wrong) };
    });

  const learned = await learnUnordered('имя', 'вид');
  errors += 1;
  const same = compareWith(await learnUnordered('имя', 'вид'), createConfig(learned));
  const other = compareWith(await learnUnordered('имя', 'код'), createConfig(learned));

  expect(learned.errors.not_found?.body).toMatchObject({
    message: expect.stringMatching(/^(?:имя, вид|вид, имя)$/),
    fields: expect.arrayContaining(['имя', 'вид']),
  });
  expect(same.drift).toEqual([]);
  expect(other.drift.map(({ point }) => point)).toContain('not_found');
});

test('asks again after no response, and after a 502, 503 or 504 that passes', async () => {
  const failures = new Map([
    ['abc', 502],
    ['0', 503],
    ['101', 504],
    ['2.0', 0],
  ]);
  const { points } = await learnChanged((answer, { query }) => {
    const limit = query.get('limit') ?? '';
    const status = failures.get(limit);
    failures.delete(limit);
    if (status === 0) {
      throw new TypeError('fetch failed');
    }
    return status === undefined ? answer : { ...answer, status };
  });

  expect(failures.size).toBe(0);
  for (const name of ['limit-malformed', 'limit-too-small', 'limit-too-large', 'limit-decimal']) {
    expect(points.find(({ point }) => point === name)?.choice, name).toBe('reject');
  }
});

const ofAnother = { name: 'Of another client', categoryId: 1n };

test('other clients that create pets change no scheme of ids', async () => {
  class Busy extends Service {
    override added(pet: NewPet) {
      super.added(ofAnother);
      return super.added(pet);
    }
  }
  class BusyAtErrors extends Service {
    override refused(...given: Parameters<Service['refused']>) {
      this.added(ofAnother);
      return super.refused(...given);
    }
  }

  for (const service of [new Busy(), new BusyAtErrors()]) {
    expect(read(await learnService(service))['id-scheme']).toContain('other clients');
  }
});

test('ids that rejected requests use up are sequential', async () => {
  class Burning extends Service {
    #last = 30n;
    override create(call: Call) {
      this.#last += 1n;
      return super.create(call);
    }
    override nextId() {
      return this.#last;
    }
  }

  expect(read(await learnService(new Burning()))['id-scheme']).toBe('sequential');
});

const isMalformedLimit = ({ query }: Call) => query.get('limit') === 'abc';

test('a value of one or two characters in an error may be another one', async () => {
  const learned = await learnChanged((answer, { query }) =>
    query.get('limit') === '0' ? { ...answer, status: 422, body: '{"why":"100 at most"}' } : answer,
  );

  expect(createConfig(learned).errors['limit-too-small']?.body).toEqual({ why: '100 at most' });
});

test('the name of an unknown field stands in braces, also where it is a key', async () => {
  const learned = await learnChanged((answer, { body }) =>
    `${body}`.includes('"learned":')
      ? { ...answer, status: 422, body: '{"learned":["learned is no field"],"all":["a field"]}' }
      : answer,
  );

  expect(createConfig(learned).errors['unknown-field']?.body).toEqual({
    '{field}': ['{field} is no field'],
    all: ['a field'],
  });
});

test('a service whose gateway answers 503 for a path that it does not know', async () => {
  const learned = await learnChanged((answer, { path }) =>
    path.endsWith('/learned') ? { status: 503, headers: {}, body: Buffer.from('"away"') } : answer,
  );

  expect(createConfig(learned).errors.unknown_path?.status).toBe(503);
  expect(read(learned)['limit-malformed']).toBe('reject');
});

test('an error that gives advice keeps the method in it, and one that repeats the request does not', async () => {
  const learned = await learnChanged((answer, { method, path, headers }) =>
    headers.authorization === undefined
      ? { ...answer, status: 401, body: '{"why":"GET a key"}' }
      : path.endsWith('/learned')
        ? { ...answer, status: 404, body: `{"why":"cannot ${method} /v1${path}"}` }
        : answer,
  );

  const { missing_key: key, unknown_path: unknown } = createConfig(learned).errors;
  expect([key?.body, unknown?.body]).toEqual([
    { why: 'GET a key' },
    { why: 'cannot {method} {path}' },
  ]);
});

test('a service with ids that are no integers gets one pet to find out', async () => {
  let created = 0;
  const learned = await learnChanged((answer, { method }) => {
    created += method === 'POST' && answer.status === 201 ? 1 : 0;
    const body = `${answer.body}`.replace(/"id":\d+/g, '"id":"a1-b2"');
    return { ...answer, body };
  });

  // Of questions that it accepts, and one for its ids.
  expect([created, learned.createdPets]).toEqual([7, 7]);
  expect(read(learned)['id-scheme']).toBe('only 0 pets could be created');
});

test('a run that ends before lists knows the pets from its beginning', async () => {
  let requests = 0;
  const learned = await learnChanged((answer, { path, body }) => {
    requests += 1;
    if (requests > 30) {
      return { ...answer, status: 429, headers: { 'Retry-After': '3600' } };
    }
    return path.endsWith('/pets') && /2147483646/.test(`${body}`)
      ? { ...answer, status: 400 }
      : answer;
  });

  expect(read(learned)['unknown-category']).toBe('reject');
});

test('an empty error has the media type that it came with, if any', async () => {
  const learnEmpty = async (headers: Record<string, string>) => {
    const learned = await learnChanged((answer) =>
      answer.status === 404 ? { status: 404, headers, body: Buffer.alloc(0) } : answer,
    );
    return createConfig(learned).errors.not_found;
  };

  expect(await learnEmpty({})).toEqual({ status: 404, body: '', mediaType: '' });
  expect((await learnEmpty({ 'Content-Type': 'text/html' }))?.mediaType).toBe('text/html');
});

test('a service that rejects ids and categories beyond 2^53 only', async () => {
  const learned = await learnChanged((answer, { path, body }) =>
    /\d{16}/.test(path + body) ? { ...answer, status: 400, body: '{"error":"unsafe"}' } : answer,
  );

  expect(createConfig(learned)).toMatchObject({
    choices: { 'unknown-category': 'accept' },
    errors: { large_id: { status: 400 }, not_found: { status: 404 } },
  });
  expect((await readUnchanged()).errors).not.toHaveProperty('large_id');
});

test('a service whose gateway drops requests without a key is asked for one path without it', async () => {
  const paths = new Set<string>();
  await learnChanged((answer, { path, headers }) => {
    if (headers.authorization === undefined) {
      paths.add(path);
      throw new TypeError('fetch failed');
    }
    return answer;
  });

  expect([...paths]).toEqual(['/pets', '/learned']);
});

test('a service that accepts every body gets 8 pets', async () => {
  let id = 100;
  const learned = await learnChanged((answer, { method }) => {
    id += 1;
    const body = `{"id":${id},"name":"Rex","categoryId":1}`;
    return method === 'POST' ? { ...answer, status: 201, body } : answer;
  });

  expect(learned.createdPets).toBe(8);
  expect(read(learned)['form-body']).toBe('8 pets have been created already');
});

test('an error with a status of its own is a choice with its error', async () => {
  const learned = await learnChanged((answer, call) =>
    isMalformedLimit(call) || /abc$|\d{20}/.test(call.path) ? { ...answer, status: 422 } : answer,
  );
  expect(read(learned)['malformed-pet-id']).toBe('reject');

  expect(createConfig(learned)).toMatchObject({
    choices: { 'limit-malformed': 'reject', 'error-codes': 'custom' },
    errors: { 'limit-malformed': { status: 422 }, huge_id: { status: 422 } },
  });
  expect(createConfig(learned).learned.beyond).not.toHaveProperty('huge_id');
  expect(formatLearned(learned, false)).toMatch(
    /limit-malformed +reject\n +GET \/pets\?limit=abc -> 422 /,
  );
});

test('several services behind one address are noticed', async () => {
  let calls = 0;
  const learned = await learnChanged((answer, call) => {
    calls += isMalformedLimit(call) ? 1 : 0;
    return isMalformedLimit(call) && calls % 2 === 0 ? { ...answer, status: 404 } : answer;
  });

  expect(read(learned)['limit-malformed']).toBe(
    'it answers 400, then answers 404: several services may be behind the address',
  );
});

test('the config file has no key, not even from an error that repeats it', async () => {
  const learned = await learnChanged((answer, { headers: { authorization } }) =>
    answer.status === 404 ? { ...answer, body: `{"why":"${authorization}"}` } : answer,
  );

  const text = JSON.stringify(createConfig(learned)) + formatLearned(learned, true);
  expect(text).toContain('"why":"Bearer ***"');
  expect(text).not.toContain('key-of-the-provider');
});

test('a fixture has the fields of the document, with all digits', async () => {
  const service: SimulatorOptions = {
    pets: 5,
    choices: { 'omitted-status': 'null', 'id-scheme': 'large', 'extra-response-fields': 'some' },
  };

  const { fixture = '' } = await learnFrom(service, false, { pets: 5, anonymize: true });

  expect(fixture).toContain('"id": 9007199254740995');
  const pets = JSON.parse(fixture) as object[];
  const fields = new Set(pets.flatMap(Object.keys));
  expect([...fields].sort()).toEqual(['categoryId', 'id', 'name', 'status']);
  expect(pets).toMatchObject([1, 2, 3, 4, 5].map((number) => ({ name: `Pet ${number}` })));
  expect(fixture).not.toContain('null');
});
