import { describe, expect, test } from 'vitest';
import { leniencyNames } from '../../src/document/errors.js';
import { openPointNames } from '../../src/document/open-points.js';
import { responseFields } from '../../src/document/pet.js';
import { type Choices, openPoints, type SimulatorOptions } from '../../src/index.js';
import { learn } from '../../src/learn/learn.js';
import { questions } from '../../src/learn/questions.js';
import { compareWith, createConfig, formatDrift, formatLearned } from '../../src/learn/report.js';
import { CannotVerify } from '../../src/verify/result.js';
import { type Answer, type Call, Refusal } from '../verify/providers/call.js';
import { fetchFrom, resolveOptions } from '../verify/providers/in-process.js';
import type { NewPet } from '../verify/providers/pet.js';
import { Service } from '../verify/providers/service.js';
import { answering } from '../verify/providers/variant.js';
import { choicesOf, expectAlike, learnFrom } from './generated-simulator.js';

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

test('a simulator that has learned answers like the service, errors and lenience included', () =>
  expectAlike(1));

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

describe('what cannot be told stays unset', () => {
  test('with --read-only, what needs createPet', async () => {
    // A field that questions of an earlier run left in its pets.
    const echoed = { extraFields: { learned: 'field' } };
    const choices = { 'extra-response-fields': 'custom' } as const;
    const { points, createdPets, extraFields } = await learnFrom({ ...echoed, choices }, true);

    expect([createdPets, extraFields]).toEqual([0, {}]);
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
    expect(createConfig(learned).learned.answers).not.toHaveProperty('limit-too-large');
    const told = openPointNames.filter((point) =>
      openPoints[point].choices.some((choice) => choice === read(learned)[point]),
    );
    expect(formatLearned(learned, false)).toContain(
      `Learned ${told.length} of ${openPointNames.length} choices `,
    );
  });
});

const accepts = leniencyNames.filter((name) => name !== 'repeated-key');

test.each<[SimulatorOptions, createdPets: number]>([
  [{ profile: 'strict' }, 5],
  [{ profile: 'hostile' }, 5],
  [{ profile: 'lenient' }, 7],
  [{ profile: 'lenient', accepts }, 8],
])('8 pets and 70 requests are enough for %j', async (options, createdPets) => {
  const learned = await learnFrom(options);

  expect(learned).toMatchObject({ accepts: options.accepts ?? [], createdPets, requests: 70 });
  expect(learned.points.filter(({ unset }) => /already$/.test(`${unset}`))).toEqual([]);
});

test('70 requests are enough for all questions, whatever a service rejects', () => {
  const all = questions.flat().flatMap(({ requests }) => requests);
  const groups = questions.filter((one) => [one].flat().length > 1);

  // The first list, and a look for a pet between two ids.
  expect(all.length + groups.length + 2).toBeLessThanOrEqual(70);
});

/** Adds a header to the answers of a status, or to all. */
const adding =
  (name: string, value: string, status?: number) =>
  (answer: Answer): Answer =>
    (status ?? answer.status) === answer.status
      ? { ...answer, headers: { ...answer.headers, [name]: value } }
      : answer;

/** A change of a service, the point under which it is found, and its sentences where they matter. */
const changes: Readonly<
  Record<string, [point: string, (answer: Answer, call: Call) => Answer, sentences?: RegExp]>
> = {
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
    /^page: was 200 application\/json .*, is answers 200 with 3 pets; the simulator .* 20 pets$/,
  ],
  'a Location': ['omitted-status', adding('Location', '/v1/pets/1', 201)],
  'trimmed names': [
    'omitted-status',
    (answer) => ({ ...answer, body: `${answer.body}`.replace(/ +"/g, '"') }),
    /^omitted-status .* name: string, is .* name: trimmed string$/,
  ],
  'a filter that fails for one status': [
    'status filter',
    (answer, { query }) => (query.get('status') === 'pending' ? { ...answer, body: '[]' } : answer),
    /^status filter: was .*, is .*lists no pets with the status pending.*; the simulator lists only/,
  ],
  'a status that lists alone show': [
    'status in lists',
    (answer, { path, method }) =>
      path === '/pets' && method === 'GET'
        ? {
            ...answer,
            body: `${answer.body}`.replace(/("categoryId":\d+)}/g, '$1,"status":"sold"}'),
          }
        : answer,
    /^status in lists: was absent, is lists the status "sold" where createPet returns absent$/m,
  ],
  'keys in another case': [
    'a key in another case',
    (answer, { body }) =>
      `${body}`.includes('"Name"')
        ? { ...answer, status: 201, body: '{"id":99,"name":"a","categoryId":1}' }
        : answer,
    /^a key in another case: was 400 .*, is answers 201; the simulator answers 400$/m,
  ],
  'a list in an object': [
    'page',
    (answer) =>
      `${answer.body}`.startsWith('[') ? { ...answer, body: `{"data":${answer.body}}` } : answer,
    /^page: was 200 application\/json categoryId.*, is 200 application\/json a list in an object.*$/,
  ],
};

let unchanged: Promise<ReturnType<typeof createConfig>> | undefined;

/** The config of the service without a change, which is learned once. */
const readUnchanged = () => {
  unchanged ??= learnChanged((answer) => answer).then(createConfig);
  return unchanged;
};

test.for(Object.entries(changes))('--check finds %s', async ([, [point, change, sentences]]) => {
  const { drift } = compareWith(await learnChanged(change), await readUnchanged());

  expect(drift.map((one) => one.point)).toContain(point);
  expect(drift.map(formatDrift).join('\n')).toMatch(sentences ?? /^\S/);
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
    at: '{now}',
  });
  expect(same.drift).toEqual([]);
  expect(other.drift.map(({ point }) => point)).toContain('not_found');
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

test('a second run learns the same from a service without duplicate names, except about empty ones', async () => {
  const names = new Set<string>();
  const service = new (class extends Service {
    override added(pet: NewPet) {
      if (names.has(pet.name)) throw new Refusal(409, 'duplicate', 'The name is taken.');
      names.add(pet.name);
      return super.added(pet);
    }
  })();

  const before = createConfig(await learnService(service));
  const { drift } = compareWith(await learnService(service), before);
  expect(drift.map(({ point }) => point)).toEqual(['empty-name']);
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

const isMalformedLimit = ({ query }: Call) => query.get('limit') === '2abc';
const at = (path: string) => (call: Call) => call.path.endsWith(path);
const isEmpty404 = (headers: Record<string, string>) => (answer: Answer) =>
  answer.status === 404 ? { status: 404, headers, body: Buffer.alloc(0) } : answer;
/** A service that keeps one value of a key, and rejects a body without a type, or a malformed one, before the key. */
const keeping =
  (kept: string) =>
  (answer: Answer, { headers, body }: Call) => {
    if (`${body}`.includes('"learn first"')) {
      return { ...answer, status: 201, body: `{"id":99,"name":"${kept}","categoryId":1}` };
    }
    const isWrongKey = !headers.authorization?.includes('key-of-the');
    const isRejected = isWrongKey || headers['content-type'] === undefined;
    return body.length > 0 && isRejected ? { ...answer, status: 422 } : answer;
  };
const failing = new Map([
  ['2abc', 502],
  ['0', 503],
  ['101', 504],
  ['2.0', 0],
]);
let requests = 0;
let misses = 0;
let newest = 100;

/** A change of a service, and what is learned: parts of the config file, by point, of the whole, and of the text. */
interface Row {
  readonly change: (answer: Answer, call: Call) => Answer;
  readonly config?: object;
  readonly points?: object;
  readonly learned?: object;
  readonly text?: RegExp;
}
const rows: Readonly<Record<string, Row>> = {
  'the closest choice, and what else the service does': {
    change: (answer, { body }) =>
      /"name":"[^"]{101}/.test(`${body}`) ? { ...answer, status: 422, body: '{}' } : answer,
    config: {
      choices: { 'long-name': 'reject' },
      learned: { beyond: { 'long-name': 'answers 422, then answers 422' } },
    },
    text: /long-name +reject: it answers 422, then/,
  },
  'a wrong request that is accepted': {
    change: (answer, { method }) => (method === 'PUT' ? { ...answer, status: 200 } : answer),
    config: {
      learned: { beyond: { method_not_allowed: 'answers 200; the simulator answers 405' } },
    },
  },
  'choices, also after no response, and a 502, 503 or 504 that passes': {
    change: (answer, { query }) => {
      const limit = query.get('limit') ?? '';
      const status = failing.get(limit) ?? answer.status;
      failing.delete(limit);
      if (status === 0) throw new TypeError('fetch failed');
      return { ...answer, status };
    },
    points: Object.fromEntries(
      ['malformed', 'too-small', 'too-large', 'decimal'].map((one) => [`limit-${one}`, 'reject']),
    ),
  },
  'that one or two characters of an error may be another value': {
    change: (answer, { query }) =>
      query.get('limit') === '0'
        ? { ...answer, status: 422, body: '{"why":"100 at most"}' }
        : answer,
    config: { errors: { 'limit-too-small': { body: { why: '100 at most' } } } },
  },
  'the name of an unknown field in braces, also where it is a key': {
    change: (answer, { body }) =>
      `${body}`.includes('"learned":')
        ? { ...answer, status: 422, body: '{"learned":["learned is no field"],"all":["a field"]}' }
        : answer,
    config: {
      errors: {
        'unknown-field': { body: { '{field}': ['{field} is no field'], all: ['a field'] } },
      },
    },
  },
  'of a gateway that answers 503 for a path that it does not know': {
    change: (answer, call) =>
      at('/learned')(call) ? { status: 503, headers: {}, body: Buffer.from('"away"') } : answer,
    config: { errors: { unknown_path: { status: 503 } } },
    points: { 'limit-malformed': 'reject' },
  },
  'the method of an error that gives advice, and not of one that repeats the request': {
    change: (answer, call) => {
      const { authorization } = call.headers;
      if (authorization === undefined)
        return { ...answer, status: 401, body: '{"why":"GET a key"}' };
      const body = `{"why":"cannot ${call.method} /v1${call.path}"}`;
      return at('/learned')(call) ? { ...answer, status: 404, body } : answer;
    },
    config: {
      errors: {
        missing_key: { body: { why: 'GET a key' } },
        unknown_path: { body: { why: 'cannot {method} {path}' } },
      },
    },
  },
  'with one pet that ids are no integers': {
    change: (answer, { headers }) =>
      /csv|form|plain/.test(`${headers['content-type']}`)
        ? { ...answer, status: 400 }
        : { ...answer, body: `${answer.body}`.replace(/"id":\d+/g, '"id":"a1-b2"') },
    // Four of questions that it accepts.
    learned: { createdPets: 5 },
    points: { 'id-scheme': 'only 0 pets could be created' },
  },
  'with at most 8 pets of a service that accepts every body': {
    change: (answer, { method }) => {
      newest += 1;
      const body = `{"id":${newest},"name":"Rex","categoryId":1}`;
      return method === 'POST' ? { ...answer, status: 201, body } : answer;
    },
    learned: { createdPets: 8 },
    points: { 'form-body': '8 pets have been created already' },
    text: /^untyped_body +can't tell: 8 pets have been created already$/m,
  },
  'that a filter finds pets which the list does not show': {
    change: (answer, { path, method, query }) =>
      path === '/pets' && method === 'GET' && answer.status === 200 && !query.has('status')
        ? { ...answer, body: '[]' }
        : answer,
    learned: {
      points: expect.not.arrayContaining([
        expect.objectContaining({ point: 'status filter', beyond: expect.anything() }),
      ]),
    },
  },
  'from the first pets what a run that ends before lists can know': {
    change: (answer, call) => {
      requests += 1;
      if (requests > 30) return { ...answer, status: 429, headers: { 'Retry-After': '3600' } };
      const isUnknown = at('/pets')(call) && /2147483646/.test(`${call.body}`);
      return isUnknown ? { ...answer, status: 400 } : answer;
    },
    points: { 'unknown-category': 'reject' },
  },
  'an empty error without a media type': {
    change: isEmpty404({}),
    config: { errors: { not_found: { status: 404, body: '', mediaType: '' } } },
  },
  'an empty error with its media type': {
    change: isEmpty404({ 'Content-Type': 'text/html' }),
    config: { errors: { not_found: { body: '', mediaType: 'text/html' } } },
  },
  'an error with a status of its own as a choice with its error': {
    change: (answer, call) =>
      isMalformedLimit(call) || /abc$|\d{20}/.test(call.path) ? { ...answer, status: 422 } : answer,
    config: {
      choices: { 'limit-malformed': 'reject', 'error-codes': 'custom' },
      errors: {
        'limit-malformed': { status: 422 },
        huge_id: { status: 422 },
      },
      learned: { beyond: expect.not.objectContaining({ huge_id: expect.anything() }) },
    },
    points: { 'malformed-pet-id': 'reject' },
    text: /limit-malformed +reject\n +GET \/pets\?limit=2abc -> 422 /,
  },
  'that several services are behind one address': {
    change: (answer, call) => {
      misses += at('/2147483646')(call) ? 1 : 0;
      return at('/2147483646')(call) && misses % 2 === 0 ? { ...answer, status: 400 } : answer;
    },
    points: {
      not_found: 'it answers 404, then answers 400: several services may be behind the address',
    },
  },
  'that the last value of a key counts, and what is asked for alone': {
    change: keeping('learn last'),
    learned: { accepts: ['repeated-key'] },
    config: {
      learned: {
        beyond: {
          untyped_body: 'answers 422; the simulator answers 201',
          'malformed body with a wrong key': 'answers 422; the simulator answers 401',
        },
      },
    },
  },
  'that the first value of a key counts': {
    change: keeping('learn first'),
    learned: { accepts: [] },
    config: {
      learned: {
        beyond: { 'repeated-key': 'answers 201, the first name; the simulator answers 400' },
      },
    },
  },
  'errors without the key, also where they repeat it': {
    change: (answer, { headers: { authorization } }) =>
      answer.status === 404 ? { ...answer, body: `{"why":"${authorization}"}` } : answer,
    config: { errors: { not_found: { body: { why: 'Bearer ***' } } } },
  },
};

test.for(Object.entries(rows))('learns %s', async ([, { change, text = /^/, ...expected }]) => {
  const learned = await learnChanged(change);

  const config = createConfig(learned);
  expect(config).toMatchObject(expected.config ?? {});
  expect(read(learned)).toMatchObject(expected.points ?? {});
  expect(learned).toMatchObject(expected.learned ?? {});
  expect(formatLearned(learned, false)).toMatch(text);
  expect(JSON.stringify(config) + formatLearned(learned, true)).not.toContain(
    'key-of-the-provider',
  );
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
  expect([...fields].sort()).toEqual([...responseFields.Pet].sort());
  expect(pets).toMatchObject([1, 2, 3, 4, 5].map((number) => ({ name: `Pet ${number}` })));
  expect(fixture).not.toContain('null');
});
