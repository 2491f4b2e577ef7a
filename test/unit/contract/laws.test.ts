import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeInteraction } from '../../../src/contract/interaction.js';
import { formatPact } from '../../../src/contract/pact.js';
import { Recorder } from '../../../src/contract/recorder.js';
import {
  mergeRequirements,
  type RecordedRequirement,
  withNeeds,
} from '../../../src/contract/response-parts.js';
import { responseFields } from '../../../src/document/pet.js';
import { requirements } from '../../../src/document/requirements.js';
import { formatNeeds, needs as needsReader } from '../../../src/options/choices-and-needs.js';
import { createEngine, redact, rex, type Sent, send, write } from './recording.js';

const anyNeeds = fc.subarray(['Pet.id', 'Pet.name', 'Pet.status', 'Pet.page', 'Error.code']);
const anyRequirement: fc.Arbitrary<RecordedRequirement> = fc
  .tuple(fc.constantFrom(...requirements.slice(0, 20)), anyNeeds, fc.boolean())
  .map(([requirement, needs, isAssumed]) => ({ ...withNeeds(requirement, needs), isAssumed }));

/** Those whose needs nothing states. */
const listAssumed = (all: readonly RecordedRequirement[]) =>
  mergeRequirements(all)
    .filter((one) => one.isAssumed)
    .map(({ sentence }) => sentence)
    .sort();

const format = (all: readonly RecordedRequirement[]) =>
  formatPact('shop', mergeRequirements(all).map(writeInteraction));

test('contracts that are merged in any order are the same bytes, with unique descriptions', () => {
  const some = fc.array(anyRequirement, { maxLength: 8 });
  fc.assert(
    fc.property(some, some, some, (one, two, three) => {
      const text = format([...one, ...two, ...three]);
      expect(format([...mergeRequirements([...three, ...two.toReversed()]), ...one])).toBe(text);
      expect(listAssumed([...three, ...two, ...one])).toEqual(
        listAssumed([...one, ...two, ...three]),
      );
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
    const [engine, recorder] = [createEngine(), new Recorder(redact)];
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
      expect(format(parts.flatMap((part) => part.list({})))).toBe(write(whole).text);
    }),
    { numRuns: 50 },
  );
});

test('needs that are printed and read are the same', () => {
  const { Pet, Error: error } = responseFields;
  const options = { requiredKeys: [] };
  const anyNeeds = fc.record(
    { Pet: fc.subarray([...Pet]), Error: fc.subarray([...error]) },
    options,
  );
  fc.assert(
    fc.property(anyNeeds, (needs) => {
      fc.pre(Object.keys(needs).length > 0);
      expect(needsReader.read(formatNeeds(needs))).toEqual(needs);
    }),
  );
});
