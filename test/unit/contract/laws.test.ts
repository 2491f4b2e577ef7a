import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPact } from '../../../src/contract/pact.js';
import { UseRecorder } from '../../../src/contract/recorder.js';
import { mergeUses, need, type Use } from '../../../src/contract/use.js';
import { createEngine, redact, rex, type Sent, send, write } from './recording.js';

const anyNeeds = fc.option(fc.subarray(['id', 'name', 'status', 'code', 'message']), {
  nil: undefined,
});
const anyUse: fc.Arbitrary<Use> = fc
  .constantFrom<Use>(
    { operation: 'listPets', status: 200, sent: {} },
    { operation: 'listPets', status: 200, sent: { limit: '1' } },
    { operation: 'listPets', status: 200, sent: { limit: '30', status: 'sold' } },
    { operation: 'listPets', status: 401, sent: { key: 'none' } },
    { operation: 'createPet', status: 201, sent: {} },
    { operation: 'createPet', status: 201, sent: { status: 'sold' } },
    { operation: 'createPet', status: 400, sent: { body: 'malformed' } },
    { operation: 'createPet', status: 400, sent: { name: 'missing' } },
    { operation: 'createPet', status: 401, sent: { key: 'invalid' } },
    { operation: 'getPet', status: 200, sent: {} },
    { operation: 'getPet', status: 404, sent: {} },
  )
  .chain((use) => anyNeeds.map((fields) => need(use, fields)));

const format = (uses: readonly Use[]) => formatPact('shop', mergeUses(uses));

test('contracts that are merged in any order are the same bytes, with unique descriptions', () => {
  const someUses = fc.array(anyUse, { maxLength: 8 });
  fc.assert(
    fc.property(someUses, someUses, someUses, (one, two, three) => {
      const text = format([...one, ...two, ...three]);
      expect(format([...mergeUses([...three, ...two.toReversed()]), ...one])).toBe(text);
      const descriptions = JSON.parse(text).interactions.map(
        ({ description }: { description: string }) => description,
      );
      expect(new Set(descriptions).size).toBe(descriptions.length);
    }),
  );
});

const anyRequest: fc.Arbitrary<Sent> = fc.constantFrom<Sent>(
  { path: '/pets' },
  { path: '/pets?limit=5' },
  { path: '/pets?limit=0' },
  { path: '/pets?page=1' },
  { path: '/pets/1' },
  { path: '/pets/999' },
  { path: '/animals' },
  { path: '/pets', body: rex },
  { path: '/pets', body: { name: 'Rex' } },
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
      expect(format(parts.flatMap((part) => part.uses({})))).toBe(write(whole).text);
    }),
    { numRuns: 50 },
  );
});
