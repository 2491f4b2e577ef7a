import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  connect,
  createSimulator,
  profileNames,
  type SandboxHandle,
  type ScenarioRule,
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

const rules: ScenarioRule[] = [
  { operation: 'listPets', code: 503, times: 4, probability: 0.6 },
  { operation: 'createPet', example: 'missing-name', probability: 0.2 },
  { code: 404, times: 2, match: { petId: '1' } },
];

/** What a sandbox may have gone through before its snapshot is taken. */
const past = fc.record({
  calls: someCalls,
  rules: fc.subarray(rules),
  latency: fc.constantFrom(0, '0-2'),
  choose: fc.constantFrom(
    {},
    { 'unknown-category': 'reject' } as const,
    { 'id-scheme': 'sparse' } as const,
    { 'list-order': 'shuffled' } as const,
  ),
  clock: fc.constantFrom(undefined, '2030-12-06T00:00:00Z', 86_400_000),
});

test.for(everyCombination)(
  'after a restore the same calls get the same answers, wherever it is: $fixture, $profile',
  async ({ fixture, profile }) => {
    const simulator = createSimulator({ fixture, profile, seed: 3 });
    const elsewhere = createSimulator({ pets: 5, profile: 'default' });
    await fc.assert(
      fc.asyncProperty(past, someCalls, async (before, after) => {
        const sandbox = simulator.sandbox();
        await answersOf(simulator, sandbox, before.calls.slice(0, 3));
        for (const rule of before.rules) {
          await sandbox.inject(rule);
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

controlled('a restored sandbox goes on as the first did', async (open) => {
  const simulator = await open({ fixture: 'large-ids', profile: 'hostile' });
  const sandbox = simulator.sandbox();
  const create = {
    method: 'POST',
    path: '/pets',
    body: '{"name":"Rex","categoryId":1,"chip":1.0}',
  };
  const calls: ServiceCall[] = [{ path: '/pets?limit=100' }, create, { path: '/pets' }];
  await answersOf(simulator, sandbox, [create]);
  const removed = await sandbox.inject({ code: 500 });
  await removed.remove();
  const snapshot = await sandbox.snapshot();
  const goOn = async () => {
    await sandbox.inject({ operation: 'listPets', code: 503, probability: 0.5 });
    return answersOf(simulator, sandbox, [...calls, ...calls, ...calls]);
  };
  const first = await goOn();

  await sandbox.restore(snapshot);

  // The chance of a rule that is added afterwards is the same, too.
  expect(await goOn()).toEqual(first);
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200, 201, 503]));
});

controlled(
  'a snapshot tells identifiers as strings, and fields as they were sent',
  async (open) => {
    const simulator = await open({ fixture: 'empty', profile: 'hostile' });
    const sandbox = simulator.sandbox();
    const body = '{"name":"Rex","categoryId":9223372036854775807,"chip":1.0,"n":[ 1 ]}';
    await callService(simulator, sandbox, { method: 'POST', path: '/pets', body });

    const snapshot = await sandbox.snapshot();

    expect(snapshot).toMatchObject({ snapshot: 1, numbered: 1, seeded: 0, scenarios: [] });
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

controlled('a restore begins the journal anew, and its numbers go on', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await answersOf(simulator, sandbox, [{ path: '/pets' }, { path: '/pets' }]);

  await sandbox.restore(await sandbox.snapshot());
  await answersOf(simulator, sandbox, [{ path: '/pets' }]);

  expect((await sandbox.requests()).map(({ number }) => number)).toEqual([3]);
});

controlled('a reset after a restore leads to the start of the simulator', async (open) => {
  const simulator = await open({ fixture: 'every-status' });
  const [sandbox, other] = [simulator.sandbox(), simulator.sandbox()];
  await other.reset({ fixture: 'large-ids', seed: 9, profile: 'hostile' });
  const start = await sandbox.snapshot();

  await sandbox.restore(await other.snapshot());
  expect((await sandbox.snapshot()).pets).not.toEqual(start.pets);
  await sandbox.reset();

  expect({ ...(await sandbox.snapshot()), clock: start.clock }).toEqual(start);
});

const pet = { id: '1', name: 'Rex', categoryId: '1' };
const rule = { id: 'a', code: 503, applied: 0, tried: 0 };
const wrong: [string, object, string][] = [
  ['another version', { snapshot: 2 }, 'snapshot of the body must be 1, and 2'],
  ['an unknown field', { pet: [] }, 'The body says "pet", which is not known.'],
  [
    'an identifier that is a number',
    { pets: [{ ...pet, id: 1 }] },
    'pets[0].id of the body must be a string',
  ],
  [
    'an identifier beyond int64',
    { pets: [{ ...pet, id: '9223372036854775808' }] },
    'pets[0].id of the body must be an int64 as a string',
  ],
  ['two equal identifiers', { seeded: 0, pets: [pet, pet] }, 'have the same id'],
  [
    'an unknown status',
    { pets: [{ ...pet, status: 'eaten' }] },
    'pets[0].status of the body must be one of available, pending, sold',
  ],
  [
    'more seeded pets than pets',
    { seeded: 2, pets: [pet] },
    'seeded of the snapshot is 2, and it has 1 pets.',
  ],
  [
    'fields that are no JSON',
    { seeded: 0, pets: [{ ...pet, extra: '{' }] },
    'extra of pets[0] of the snapshot must be the text of a JSON object',
  ],
  [
    'fields that are an array',
    { seeded: 0, pets: [{ ...pet, extra: '[]' }] },
    'extra of pets[0] of the snapshot must be the text of a JSON object',
  ],
  [
    'fields that the pet has already',
    { seeded: 0, pets: [{ ...pet, extra: '{"a":1,"id":2}' }] },
    'must not have id, which the pet has already',
  ],
  [
    'a latency backwards',
    { latency: { from: 2, to: 1 } },
    'latency of the snapshot must not have a larger from than to.',
  ],
  [
    'a latency beyond what there is',
    { latency: { from: 0, to: 60_001 } },
    'latency.to of the body must be at most 60000',
  ],
  [
    'a rule that forces nothing',
    { scenarios: [{ id: 'a', applied: 0, tried: 0 }] },
    'The rule forces nothing.',
  ],
  [
    'a rule that could never apply',
    { scenarios: [{ ...rule, operation: 'listPets', code: 404 }] },
    "listPets can't be made to answer 404",
  ],
  [
    'two rules of one name',
    { scenarios: [rule, rule] },
    'Two scenarios of the snapshot have the same id.',
  ],
  [
    'a rule of an illegal name',
    { scenarios: [{ ...rule, id: 'a b' }] },
    'scenarios[0].id of the body must be 1 to 64 letters',
  ],
  [
    'a clock beyond all dates',
    { clock: { mode: 'real', now: '2030-01-01T00:00:00Z', advanced: 1e300 } },
    'clock of the snapshot must be within the years 0000 to 9999',
  ],
  [
    'more identifiers than can be counted',
    { numbered: Number.MAX_SAFE_INTEGER },
    'numbered of the body must be at most',
  ],
  [
    'a missing choice',
    { choices: { 'list-order': 'shuffled' } },
    'choices of the body lacks omitted-status. Say it.',
  ],
];

for (const [what, change, said] of wrong) {
  controlled(`a snapshot with ${what} is refused, and changes nothing`, async (open) => {
    const simulator = await open({ clock: '2030-01-01', fixture: 'every-status' });
    const sandbox = simulator.sandbox();
    await sandbox.inject({ code: 503, times: 3 });
    await answersOf(simulator, sandbox, [{ path: '/pets' }]);
    const before = await sandbox.snapshot();

    const restoring = sandbox.restore({ ...before, ...change } as typeof before);

    await expect(restoring).rejects.toMatchObject({ name: 'ControlError', problem: 'malformed' });
    await expect(restoring).rejects.toThrow(said);
    expect(await sandbox.snapshot()).toEqual(before);
    expect(await sandbox.requests()).toHaveLength(1);
  });
}

test('a snapshot of 20,000 pets is taken and restored over HTTP', async () => {
  const simulator = await openServer({ pets: 20_000 });
  const other = await openServer({ fixture: 'empty' });
  const snapshot = await simulator.sandbox('default').snapshot();

  const restored = connect(other.url).sandbox('x');
  await restored.restore(snapshot);

  expect((await restored.snapshot()).pets).toEqual(snapshot.pets);
});
