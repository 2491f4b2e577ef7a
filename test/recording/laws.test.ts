import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Notes } from '../../src/engine/choices/notes.js';
import type { OperationName } from '../../src/engine/interface/operations.js';
import { responseFields } from '../../src/engine/interface/response-fields.js';
import { createSimulator } from '../../src/index.js';
import { createRedactor } from '../../src/log/redaction.js';
import type { NeededUse } from '../../src/recording/needs.js';
import { normalizeFields } from '../../src/recording/needs.js';
import { formatPact, mergeUses, readPact } from '../../src/recording/pact.js';
import { UseRecorder } from '../../src/recording/recorder.js';
import { isUse, sentValues, type Use } from '../../src/recording/use.js';
import { rex } from './recording.js';

/** Uses of every operation and status, with any of the values that they can have. */
const anyUse: fc.Arbitrary<Use> = fc
  .constantFrom(...(Object.keys(sentValues) as OperationName[]))
  .chain((operation) =>
    fc.constantFrom(...Object.keys(sentValues[operation]).map(Number)).chain((status) => {
      const values = Object.entries(sentValues[operation][status] ?? {});
      const models = values.map(([name, known]) => [name, fc.constantFrom(...known)]);
      const sent = fc.record(Object.fromEntries(models), { requiredKeys: [] });
      return sent.map((some) => ({ operation, status, sent: some }) as Use);
    }),
  )
  .filter(isUse);

const anyNeededUse: fc.Arbitrary<NeededUse> = anyUse.chain((use) => {
  const fields = responseFields[use.status < 400 ? 'Pet' : 'Error'];
  return fc
    .option(fc.subarray([...fields] as string[]), { nil: undefined })
    .map((some) => ({ use, fields: normalizeFields(use, some) }));
});

const someUses = fc.array(anyNeededUse, { maxLength: 8 });

const format = (...lists: NeededUse[][]) => formatPact('shop', mergeUses(...lists));

test('the order of uses changes no byte', () => {
  fc.assert(
    fc.property(someUses, (uses) => {
      expect(format([...uses].reverse())).toBe(format(uses));
    }),
  );
});

test('contracts that are merged in any order are the same bytes', () => {
  fc.assert(
    fc.property(someUses, someUses, someUses, (one, two, three) => {
      const read = (text: string) => readPact('shop', text);
      const left = format(read(format(one, two)), three);
      const right = format(read(format(three)), read(format(two)), one);
      expect(left).toBe(right);
    }),
  );
});

test('a contract to which nothing is added keeps its bytes', () => {
  fc.assert(
    fc.property(someUses, (uses) => {
      const text = format(uses);
      expect(format(readPact('shop', text))).toBe(text);
      expect(format(readPact('shop', text), uses)).toBe(text);
    }),
  );
});

test('descriptions are unique', () => {
  fc.assert(
    fc.property(someUses, (uses) => {
      const { interactions } = JSON.parse(format(uses)) as {
        interactions: { description: string }[];
      };
      const descriptions = interactions.map(({ description }) => description);
      expect(new Set(descriptions).size).toBe(descriptions.length);
    }),
  );
});

const targets = [
  '/pets',
  '/pets?limit=5',
  '/pets?limit=0',
  '/pets?status=sold&limit=2',
  '/pets?page=1',
  '/pets/1',
  '/pets/999',
  '/pets/rex',
  '/animals',
];
const anyRequest = fc.oneof(
  fc.record({ path: fc.constantFrom(...targets) }),
  fc.record({
    path: fc.constant('/pets'),
    body: fc.constantFrom(
      rex,
      { ...rex, status: 'sold' },
      { name: 'Rex' },
      { ...rex, size: 1 },
      [],
    ),
  }),
);

test('requests in any order give the same contract and the same reasons', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { maxLength: 12 }), async (requests) => {
      const send = async (all: typeof requests) => {
        const simulator = createSimulator();
        const sent = all.map((one) =>
          simulator.fetch(`http://localhost/v1${one.path}`, {
            ...('body' in one && { method: 'POST', body: JSON.stringify(one.body) }),
            headers: { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' },
          }),
        );
        await Promise.all(sent);
        return simulator.pact({ consumer: 'shop' });
      };
      expect(await send([...requests].reverse())).toEqual(await send(requests));
    }),
    { numRuns: 30 },
  );
});

test('a recorder keeps no more uses and reasons, however many requests there are', () => {
  const recorder = new UseRecorder(createRedactor({ apiKey: ['test-key'] }));
  const request = (query: string) => ({
    method: 'GET',
    path: '/v1/pets',
    query,
    body: undefined,
    rawHeaders: [],
    header: () => undefined,
  });
  const outcome = {
    sandbox: 'default',
    operation: 'listPets',
    status: 200,
    refusal: undefined,
    message: undefined,
    allow: [],
    rule: undefined,
    test: undefined,
  } as const;
  const unknown = new Notes();
  unknown.choose('unknown-query', { 'unknown-query': 'ignore' } as never);
  for (let count = 0; count < 10_000; count += 1) {
    recorder.add({ ...outcome, notes: [] }, request(`limit=${1 + (count % 100)}&__x=${count}`));
    recorder.add({ ...outcome, notes: unknown.list() }, request(`page=${count}`));
  }
  expect(recorder.uses()).toHaveLength(100);
  expect(recorder.leftOut()).toMatchObject([{ count: 10_000, request: 'GET /v1/pets?page=0' }]);
});
