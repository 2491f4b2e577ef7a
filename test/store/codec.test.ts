import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import type { JsonValue } from '../../src/engine/interface/json.js';
import { petStatuses, writePet } from '../../src/engine/pets/pet.js';
import type { Change } from '../../src/engine/sandbox/change.js';
import type { Checkpoint } from '../../src/engine/sandbox/checkpoint.js';
import type { KeptExchange } from '../../src/engine/sandbox/journal-entry.js';
import type { SandboxState } from '../../src/engine/sandbox/state.js';
import type { CodecContext } from '../../src/store/change-codec.js';
import {
  buildCheckpoint,
  encodeCheckpoint,
  encodeOrigin,
  parseCheckpoint,
} from '../../src/store/checkpoint-codec.js';
import type { StoreConnection } from '../../src/store/connection.js';
import {
  buildEntry,
  encodeEntry,
  encodeUpdate,
  parseEntry,
  readRestoredPets,
} from '../../src/store/log-codec.js';
import { createSandboxKeys } from '../../src/store/scripts.js';
import { SecretHider } from '../../src/store/secrets.js';
import { SeededPets } from '../../src/store/seeded-pets.js';

const key = 'key-7.of~mine';
const secrets = new SecretHider({ apiKey: [key, 'ab'], adminToken: 'say-"\\-friend' });
/** A store that has every list of pets. */
const complete = { script: async () => 1 } as unknown as StoreConnection;
const pets = new SeededPets(complete, secrets, 60_000);
const context: CodecContext = { secrets, pets };

const seeded = [writePet(1n, { name: `named ${key}`, categoryId: 2n ** 63n - 1n })];
await pets.keep(seeded, Number.POSITIVE_INFINITY);

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const count = fc.nat({ max: 1_000_000 });
/** Any text, with keys and what stands for keys among it. */
const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(key, 'ab', '\u0001', '\n', '"')))
  .map((parts) => parts.join(''));
const line = text.map((any) => any.replaceAll('\n', ''));
/** The fields beyond the document's: any members of an object, with any blanks between their tokens. */
const extra = fc
  .tuple(fc.object(), fc.constantFrom('', ' ', '\n', '\r\n\t'))
  .filter(([members]) => Object.keys(members).length > 0)
  .map(([members, blank]) => JSON.stringify({ tag: key, ...members }, null, blank));
const pet = fc
  .record({
    id: int64,
    name: text,
    categoryId: int64,
    status: fc.constantFrom(...petStatuses, undefined),
    extra: fc.oneof(
      fc.constant(''),
      extra.map((object) => `,${object.slice(1, -1)}`),
    ),
  })
  .map(({ id, status, extra: members, ...fields }) => ({
    id,
    status,
    json: writePet(id, status === undefined ? fields : { ...fields, status }, members),
  }));
const json: fc.Arbitrary<JsonValue> = fc.oneof(
  text,
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.constant(2n ** 63n),
  fc.array(text),
  fc.dictionary(
    fc.oneof(
      fc.string({ unit: 'grapheme-ascii' }).filter((name) => name !== '__proto__'),
      fc.constant(key),
    ),
    text,
  ),
) as fc.Arbitrary<JsonValue>;
const rule = fc.record({
  id: fc.constant('rule-1'),
  match: fc.record({ headers: fc.constant({ authorization: `Bearer ${key}` }), body: json }),
  scenario: fc.record({ code: fc.constant(503), body: json }),
  probability: fc.double({ min: 0, max: 1, noNaN: true }).map((one) => one || 0),
});
const choices = resolveChoices('hostile', {});
const latency = { from: 0, to: 0 };
const start = {
  seeded,
  seed: 7,
  choices,
  latency,
  allow: [],
  clock: { mode: 'real', advanced: 5 },
} as const;
const state: fc.Arbitrary<SandboxState> = fc
  .record({
    added: fc.array(pet),
    rules: fc.array(rule),
    numbered: count,
    removed: int64,
    kept: pet,
  })
  .map(({ added, rules, numbered, removed, kept }) => ({
    seed: 1,
    choices,
    latency,
    clock: { mode: 'frozen', now: '2030-01-01T00:00:00.000Z', advanced: 0 },
    rules: rules.map((one) => ({ ...one, applied: 2, tried: 3 })),
    rulesAdded: 9,
    answered: 4,
    numbered,
    seeded,
    added: added.map((one) => one.json),
    addedCount: added.length,
    replaced: new Map([
      [0, null],
      [1, kept.json],
    ]),
    retired: new Set([String(removed)]),
  }));
const change: fc.Arbitrary<Change> = fc.oneof(
  fc
    .tuple(pet, count)
    .map(([one, numbered]): Change => ({ type: 'pet-added', pet: { ...one, numbered } })),
  fc.tuple(pet, fc.boolean()).map(
    ([{ id, json: written }, isRemoved]): Change => ({
      type: 'pet-replaced',
      id,
      json: isRemoved ? null : written,
    }),
  ),
  rule.map((one): Change => ({ type: 'rule-added', rule: one })),
  text.map((test): Change => ({ type: 'reset', start, test })),
  state.map((one): Change => ({ type: 'restored', state: one })),
  fc.constantFrom<Change>(
    {
      type: 'settings-set',
      choices,
      latency: { from: 1, to: 9, median: 3, p95: 8 },
      allow: ['open'],
    },
    { type: 'rules-tried', tries: [{ id: 'rule-1', applied: true }] },
    { type: 'rules-removed', ids: ['rule-1'] },
    { type: 'latency-drawn' },
    { type: 'clock-set', clock: { mode: 'frozen', at: 5 } },
    { type: 'settled' },
    { type: 'requests-cleared' },
  ),
);
const body = fc.option(fc.uint8Array({ size: '+1' }), { nil: undefined });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const exchange: fc.Arbitrary<KeptExchange> = fc.record({
  number: count,
  time: count,
  sandbox: fc.constant('box'),
  duration: maybe(
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((one) => one || 0),
  ),
  operation: fc.constantFrom('listPets', undefined),
  method: line,
  path: line,
  query: line,
  rawHeaders: fc.array(line),
  body,
  bodyCut: fc.boolean(),
  status: fc.integer({ min: 200, max: 599 }),
  refusal: fc.constantFrom('simulator_full', undefined),
  message: maybe(text),
  notes: fc.constantFrom([], [{ kind: 'violation', section: '5' } as const]),
  allow: fc.constantFrom([], ['open'] as const),
  rule: maybe(fc.constant('rule-1')),
  test: maybe(text),
  rawResponseHeaders: fc.array(line),
  responseBody: body as fc.Arbitrary<Uint8Array<ArrayBuffer> | undefined>,
  responseBodyCut: fc.boolean(),
});

/** Reads an entry as another process does. */
async function read(written: string) {
  const parsed = parseEntry(written);
  return buildEntry('box', parsed, await readRestoredPets(parsed, context), context);
}

/** What the connection sends is UTF-8, which has no halves of characters. */
const expectNoHalves = (written: string) => expect(Buffer.from(written).toString()).toBe(written);

test('writes every change so that it reads as the same', async () => {
  const entry = fc.record({ time: count, changes: fc.array(change, { maxLength: 3 }) });
  await fc.assert(
    fc.asyncProperty(entry, async (one) => {
      const written = await encodeUpdate(one, context);

      expect(await read(written)).toEqual({ ...one, exchange: undefined });
      expectNoHalves(written);
      expect(written).not.toContain(key);
    }),
    { numRuns: 300 },
  );
});

test('writes every exchange so that it reads as the same', async () => {
  const changes = fc.array(
    change.filter(({ type }) => type !== 'restored'),
    { maxLength: 3 },
  );
  await fc.assert(
    fc.asyncProperty(fc.record({ time: count, changes, exchange }), async (one) => {
      const written = encodeEntry(one, context);

      expect(await read(written)).toEqual(one);
      expectNoHalves(written);
    }),
    { numRuns: 300 },
  );
});

const origin = { start, maxPetMemory: 1, maxJournal: 2, maxJournalSize: 3 };
const toCheckpoint = ({ seed: _, seeded: __, clock: ___, ...rest }: SandboxState): Checkpoint => ({
  ...rest,
  ...{ start, allow: [], clock: start.clock, test: `of ${key}` },
  ...{ kept: 2, journal: { total: 3, dropped: 1 } },
});

/** Reads a checkpoint as another process does. */
const readCheckpoint = async (written: string) =>
  buildCheckpoint(await parseCheckpoint(written, context), context);

test('writes every checkpoint so that it reads as the same', async () => {
  await fc.assert(
    fc.asyncProperty(state.map(toCheckpoint), async (checkpoint) => {
      const written = await encodeCheckpoint(origin, checkpoint, context);

      expect(await readCheckpoint(written)).toEqual({ origin, checkpoint });
      expectNoHalves(written);
      expect(written).not.toContain(key);
    }),
  );
});

const [rex, tom] = ['Rex', 'Tom'].map((name, place) =>
  writePet(BigInt(place), { name, categoryId: 1n }),
) as [string, string];
const small: SandboxState = {
  ...{ seed: 1, choices, latency, rules: [], rulesAdded: 0, answered: 0, numbered: 2, seeded },
  clock: { mode: 'frozen', now: '2030-01-01T00:00:00.000Z', advanced: 0 },
  ...{ added: [rex], addedCount: 1 },
  ...{ replaced: new Map([[0, tom]]), retired: new Set() },
};
const restored = { time: 1, changes: [{ type: 'restored', state: small }] } as const;

test.for([
  ['an entry', () => encodeUpdate(restored, context), read],
  ['a checkpoint', () => encodeCheckpoint(origin, toCheckpoint(small), context), readCheckpoint],
] as const)('refuses %s with too few or too many pets', async ([, write, readAgain]) => {
  const written = await write();
  await readAgain(written);

  await expect(readAgain(written.replace(`${tom}\u001e`, ''))).rejects.toThrow();
  await expect(readAgain(`${written}${tom}\u001e`)).rejects.toThrow();
});

test.for(['null', '7', '[]', '{}', '{"time":1,"changes":[{}]}', '{"time":1,"changes":[null]}'])(
  'refuses the entry %s, which no simulator wrote',
  async (broken) => {
    await expect((async () => read(`${broken}\n`))()).rejects.toThrow();
  },
);

test('names the version of the format in the keys', async () => {
  const hash = pets.hashOf(seeded);
  const chosen = JSON.stringify(choices);

  // If a text must change, so must the version: old and new simulators may share a store.
  expect(createSandboxKeys('box')[0]).toBe('animal-store:2:{box}:meta');
  expect(encodeOrigin(origin, context)).toBe(
    `{"origin":{"start":{"seeded":"${hash}","seed":7,"choices":${chosen},"latency":{"from":0,"to":0},` +
      '"allow":[],"clock":{"mode":"real","advanced":5}},"maxPetMemory":1,"maxJournal":2,' +
      '"maxJournalSize":3}}\n',
  );
  expect(await encodeUpdate(restored, context)).toBe(
    `{"time":1,"changes":[{"type":"restored","seeded":"${hash}","state":{"seed":1,"choices":${chosen},` +
      '"latency":{"from":0,"to":0},"rulesAdded":0,"answered":0,"numbered":2,' +
      '"clock":{"mode":"frozen","now":"2030-01-01T00:00:00.000Z","advanced":0},"rules":"[]",' +
      `"addedCount":1,"replaced":[[0,true]],"retired":[]}}],"seeded":["${hash}"]}\n${rex}\u001e${tom}\u001e`,
  );
});

test('shows a key of another process as ***', () => {
  const other = new SecretHider({ apiKey: ['another'] });

  expect(other.show(secrets.hide(`Bearer ${key}!`))).toBe('Bearer ***!');
});
