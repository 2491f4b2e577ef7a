import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import type { JsonValue } from '../../src/engine/interface/json.js';
import { petStatuses, writePet } from '../../src/engine/pets/pet.js';
import type { Change } from '../../src/engine/sandbox/change.js';
import type { KeptExchange } from '../../src/engine/sandbox/journal-entry.js';
import type { SandboxState } from '../../src/engine/sandbox/state.js';
import type { CodecContext } from '../../src/store/change-codec.js';
import type { StoreConnection } from '../../src/store/connection.js';
import {
  buildEntry,
  encodeEntry,
  encodeUpdate,
  parseEntry,
  readRestoredPets,
} from '../../src/store/log-codec.js';
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
const pet = fc
  .record({
    id: int64,
    name: text,
    categoryId: int64,
    status: fc.constantFrom(...petStatuses, undefined),
  })
  .map(({ id, ...fields }) => ({
    id,
    status: fields.status,
    json: writePet(
      id,
      fields.status === undefined
        ? { name: fields.name, categoryId: fields.categoryId }
        : { ...fields, status: fields.status },
    ),
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
    { type: 'undone' },
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

test('shows a key of another process as ***', () => {
  const other = new SecretHider({ apiKey: ['another'] });

  expect(other.show(secrets.hide(`Bearer ${key}!`))).toBe('Bearer ***!');
});
