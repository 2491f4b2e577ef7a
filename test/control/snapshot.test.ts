import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  connect,
  createSimulator,
  profileNames,
  type Rule,
  type SandboxHandle,
} from '../../src/index.js';
import {
  type Answered,
  type Controlled,
  callService,
  controlled,
  openServer,
  type ServiceCall,
} from './open.js';
import { someCalls } from './sequences.js';

const fixtures = readdirSync(new URL('../../fixtures', import.meta.url)).map((file) =>
  file.replace('.json', ''),
);
const everyCombination = fixtures.flatMap((fixture) =>
  profileNames.map((profile) => ({ fixture, profile })),
);

async function answersOf(
  simulator: Pick<Controlled, 'fetch'>,
  sandbox: SandboxHandle,
  calls: readonly ServiceCall[],
): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const call of calls) {
    answers.push(await callService(simulator, sandbox, call));
  }
  return answers;
}

const rules: Rule[] = [
  { operation: 'listPets', code: 503, times: 4, probability: 0.6 },
  { operation: 'createPet', example: 'missing-name', probability: 0.2 },
  { code: 404, times: 2, match: { petId: '1' } },
];

/** What a sandbox may have gone through before its snapshot is taken. */
const past = fc.record({
  calls: someCalls,
  rules: fc.subarray(rules),
  latency: fc.constantFrom(0, '0-2', 'lognormal:1,2'),
  choose: fc.constantFrom(
    {},
    { 'unknown-category': 'reject' } as const,
    { 'id-scheme': 'sparse' } as const,
    { 'list-order': 'shuffled' } as const,
  ),
  clock: fc.constantFrom(undefined, '2030-12-06T00:00:00Z', 86_400_000),
});

test.for(everyCombination)(
  'gives the same responses after a restore anywhere: $fixture, $profile',
  async ({ fixture, profile }) => {
    const simulator = createSimulator({ fixture, profile, seed: 3 });
    const elsewhere = createSimulator({ pets: 5, profile: 'default' });
    await fc.assert(
      fc.asyncProperty(past, someCalls, async (before, after) => {
        const sandbox = simulator.sandbox();
        await answersOf(simulator, sandbox, before.calls.slice(0, 3));
        for (const rule of before.rules) {
          await sandbox.addRule(rule);
        }
        await sandbox.settings.set({ profile, latency: before.latency, choose: before.choose });
        if (typeof before.clock === 'string') {
          await sandbox.clock.freeze(before.clock);
        } else if (before.clock !== undefined) {
          await sandbox.clock.advance(before.clock);
        }
        await answersOf(simulator, sandbox, before.calls);

        const snapshot = await sandbox.snapshot();
        const expected = await answersOf(simulator, sandbox, after);

        const places = [
          { simulator, sandbox },
          { simulator, sandbox: simulator.sandbox() },
          { simulator: elsewhere, sandbox: elsewhere.sandbox() },
        ];
        for (const place of places) {
          await place.sandbox.restore(JSON.parse(JSON.stringify(snapshot)));
          expect(await place.sandbox.snapshot()).toEqual({
            ...snapshot,
            clock: { ...snapshot.clock, now: expect.any(String) },
          });
          expect(await answersOf(place.simulator, place.sandbox, after)).toEqual(expected);
        }
      }),
      { numRuns: 8 },
    );
  },
);

controlled('a restored sandbox continues like the original', async (open) => {
  const simulator = await open({ fixture: 'large-ids', profile: 'hostile' });
  const sandbox = simulator.sandbox();
  const create = {
    method: 'POST',
    path: '/pets',
    body: '{"name":"Rex","categoryId":1,"chip":1.0}',
  };
  const calls: ServiceCall[] = [{ path: '/pets?limit=100' }, create, { path: '/pets' }];
  await answersOf(simulator, sandbox, [create]);
  const removed = await sandbox.addRule({ code: 500 });
  await removed.remove();
  const snapshot = await sandbox.snapshot();
  const goOn = async () => {
    await sandbox.addRule({ operation: 'listPets', code: 503, probability: 0.5 });
    return answersOf(simulator, sandbox, [...calls, ...calls, ...calls]);
  };
  const first = await goOn();

  await sandbox.restore(snapshot);

  // The chance of a rule that is added afterwards is the same, too.
  expect(await goOn()).toEqual(first);
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200, 201, 503]));
});

controlled(
  'a snapshot has identifiers as strings, and extra fields as they were sent',
  async (open) => {
    const simulator = await open({ fixture: 'empty', profile: 'hostile' });
    const sandbox = simulator.sandbox();
    const body = '{"name":"Rex","categoryId":9223372036854775807,"chip":1.0,"n":[ 1 ]}';
    await callService(simulator, sandbox, { method: 'POST', path: '/pets', body });

    const snapshot = await sandbox.snapshot();

    expect(snapshot).toMatchObject({ snapshot: 1, numbered: 1, seeded: 0, rules: [] });
    expect(snapshot.pets).toEqual([
      {
        id: '9007199254740995',
        name: 'Rex',
        categoryId: '9223372036854775807',
        extra: expect.any(String),
      },
    ]);
    expect(JSON.parse(snapshot.pets[0]?.extra ?? '')).toEqual({ chip: 1, n: [1] });
  },
);

controlled('a restore empties the journal, and continues its numbers', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await answersOf(simulator, sandbox, [{ path: '/pets' }, { path: '/pets' }]);

  await sandbox.restore(await sandbox.snapshot());
  await answersOf(simulator, sandbox, [{ path: '/pets' }]);

  expect((await sandbox.requests()).map(({ number }) => number)).toEqual([3]);
});

controlled('a reset after a restore returns to the simulator’s start', async (open) => {
  const simulator = await open({ fixture: 'every-status' });
  const [sandbox, other] = [simulator.sandbox(), simulator.sandbox()];
  await other.reset({ fixture: 'large-ids', seed: 9, profile: 'hostile' });
  const start = await sandbox.snapshot();

  await sandbox.restore(await other.snapshot());
  expect((await sandbox.snapshot()).pets).not.toEqual(start.pets);
  await sandbox.reset();

  expect({ ...(await sandbox.snapshot()), clock: start.clock }).toEqual(start);
});

test('takes and restores a snapshot of 20,000 pets over HTTP', async () => {
  const simulator = await openServer({ pets: 20_000 });
  const other = await openServer({ fixture: 'empty' });
  const snapshot = await simulator.sandbox('default').snapshot();

  const restored = connect(other.url).sandbox('x');
  await restored.restore(snapshot);

  expect((await restored.snapshot()).pets).toEqual(snapshot.pets);
});
