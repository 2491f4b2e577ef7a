import { expect } from 'vitest';
import { callService, controlled } from './open.js';

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
    'listPets has no response 404',
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
    await callService(simulator, sandbox, { path: '/pets' });
    const before = await sandbox.snapshot();

    const restoring = sandbox.restore({ ...before, ...change } as typeof before);

    await expect(restoring).rejects.toMatchObject({ name: 'ControlError', problem: 'malformed' });
    await expect(restoring).rejects.toThrow(said);
    expect(await sandbox.snapshot()).toEqual(before);
    expect(await sandbox.requests()).toHaveLength(1);
  });
}
