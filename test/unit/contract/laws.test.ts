import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeInteraction } from '../../../src/contract/interaction.js';
import { formatPact } from '../../../src/contract/pact.js';
import { Recorder } from '../../../src/contract/recorder.js';
import {
  listParts,
  mergeRequirements,
  nameResponse,
  type RecordedRequirement,
  withNeeds,
} from '../../../src/contract/response-parts.js';
import { declareParts, type Needs, needWords } from '../../../src/document/needs.js';
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
  const anyDeclaration = fc
    .subarray(Object.entries(needWords), { minLength: 1 })
    .chain((some) =>
      fc.tuple(
        ...some.map(([name, words]) => fc.tuple(fc.constant(name), fc.subarray([...words]))),
      ),
    )
    .map((entries) => Object.fromEntries(entries) as Needs);
  fc.assert(
    fc.property(anyDeclaration, (needs) => {
      expect(needsReader.read(formatNeeds(needs))).toEqual(needs);
    }),
  );
});

test('a contract with the printed needs is the same as with those that were derived', () => {
  const sent: Sent[] = [
    { path: '/pets' },
    { path: '/pets/1' },
    { path: '/pets/999' },
    { path: '/pets', body: rex },
    { path: '/pets', body: { name: 'Rex' } },
    { path: '/pets', headers: { authorization: 'Bearer wrong' } },
  ];
  const anyUse = fc.record({ sent: fc.constantFrom(...sent), keep: fc.func(fc.boolean()) });
  const anyUses = fc.uniqueArray(anyUse, { minLength: 1, selector: (use) => use.sent });
  fc.assert(
    fc.property(anyUses, (uses) => {
      const [engine, recorder] = [createEngine(), new Recorder(redact)];
      for (const { sent } of uses) {
        send(engine, recorder, sent);
      }
      const derived = new Map(
        recorder
          .recorded()
          .map(({ requirement }, index) => [
            nameResponse(requirement),
            listParts(requirement).filter((part) => uses[index]?.keep(part)),
          ]),
      );
      recorder.derived = (_, requirement) => derived.get(nameResponse(requirement));
      const { text } = write(recorder);
      recorder.derived = undefined;
      const declared = [...derived].map(([name, parts]) => [
        name,
        declareParts(
          name,
          parts.map((part) => part.replace(/^\w+\./, '')),
        ),
      ]);
      const printed = formatNeeds(Object.fromEntries(declared));
      expect(write(recorder, needsReader.read(printed)).text).toBe(text);
    }),
  );
});
