import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPact, readPact } from '../../../src/contract/pact.js';
import { UseRecorder } from '../../../src/contract/recorder.js';
import {
  isUse,
  listFields,
  mergeUses,
  type NeededUse,
  need,
  sentValues,
  type Use,
} from '../../../src/contract/use.js';
import type { OperationName } from '../../../src/document/operations.js';
import { createEngine, redact, rex, type Sent, send, write } from './recording.js';

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

const anyNeededUse: fc.Arbitrary<NeededUse> = anyUse.chain((use) =>
  fc
    .option(fc.subarray([...listFields(use)]), { nil: undefined })
    .map((fields) => need(use, fields)),
);

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
    { numRuns: 50 },
  );
});

test('a contract to which nothing is added keeps its bytes', () => {
  fc.assert(
    fc.property(someUses, (uses) => {
      const text = format(uses);
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

const anyRequest: fc.Arbitrary<Sent> = fc.constantFrom<Sent>(
  { path: '/pets' },
  { path: '/pets?limit=5' },
  { path: '/pets?limit=0' },
  { path: '/pets?status=sold&limit=2' },
  { path: '/pets?page=1' },
  { path: '/pets/1' },
  { path: '/pets/999' },
  { path: '/pets/rex' },
  { path: '/animals' },
  { path: '/pets', body: rex },
  { path: '/pets', body: { ...rex, status: 'sold' } },
  { path: '/pets', body: { name: 'Rex' } },
  { path: '/pets', body: { ...rex, size: 1 } },
  { path: '/pets', body: [] },
);

test('requests in any order, in one process or several, give the same contract', () => {
  const run = fc.array(anyRequest, { maxLength: 12 }).chain((requests) =>
    fc.record({
      requests: fc.constant(requests),
      shuffled: fc.shuffledSubarray(requests, { minLength: requests.length }),
      cut: fc.nat(requests.length),
    }),
  );
  const recordAll = (requests: readonly Sent[]) => {
    const [engine, recorder] = [createEngine(), new UseRecorder(redact)];
    for (const sent of requests) {
      send(engine, recorder, sent);
    }
    return recorder;
  };
  fc.assert(
    fc.property(run, ({ requests, shuffled, cut }) => {
      const whole = recordAll(requests);
      expect(write(recordAll(shuffled))).toEqual(write(whole));
      const parts = [recordAll(shuffled.slice(0, cut)), recordAll(shuffled.slice(cut))];
      expect(format(...parts.map((part) => part.uses({})))).toBe(write(whole).text);
    }),
    { numRuns: 50 },
  );
});
