import { expect } from 'vitest';
import { callService, controlled } from './open.js';

const pet = { id: '1', name: 'Rex', categoryId: '1' };
const rule = { id: 'a', code: 503, applied: 0, tried: 0 };
const wrong: [string, object, string][] = [
  ['another version', { snapshot: 2 }, 'snapshot of the body must be 1; got 2'],
  ['an unknown field', { pet: [] }, 'The body has the unknown field "pet".'],
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
    'seeded of the snapshot must be at most 1, the number of its pets; got 2.',
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
    'must not have the field id, which every pet has',
  ],
  [
    'a latency backwards',
    { latency: { from: 2, to: 1 } },
    'latency of the snapshot must not have a from that is larger than its to.',
  ],
  [
    'a median without p95',
    { latency: { from: 0, to: 9, median: 3 } },
    'latency of the snapshot must have no median, or one with a p95',
  ],
  [
    'a latency beyond what there is',
    { latency: { from: 0, to: 60_001 } },
    'latency.to of the body must be at most 60000',
  ],
  [
    'a rule that forces nothing',
    { rules: [{ id: 'a', applied: 0, tried: 0 }] },
    'The rule forces nothing.',
  ],
  [
    'a rule that could never apply',
    { rules: [{ ...rule, operation: 'listPets', code: 201 }] },
    'listPets has no response 201',
  ],
  ['two rules of one name', { rules: [rule, rule] }, 'Two rules of the snapshot have the same id.'],
  [
    'a rule of an illegal name',
    { rules: [{ ...rule, id: 'a b' }] },
    'rules[0].id of the body must be 1 to 64 letters',
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
    'a removed pet without an id',
    { removed: [7] },
    'removed[0] of the body must be a string; got 7',
  ],
  [
    'a missing choice',
    { choices: { 'list-order': 'shuffled' } },
    'omitted-status is required in choices of the body.',
  ],
];

for (const [what, change, message] of wrong) {
  controlled(`rejects a snapshot with ${what}, and changes nothing`, async (open) => {
    const simulator = await open({ clock: '2030-01-01', fixture: 'every-status' });
    const sandbox = simulator.sandbox();
    await sandbox.addRule({ code: 503, times: 3 });
    await callService(simulator, sandbox, { path: '/pets' });
    const before = await sandbox.snapshot();

    const restoring = sandbox.restore({ ...before, ...change } as typeof before);

    await expect(restoring).rejects.toMatchObject({ name: 'SimulatorError', code: 'bad_request' });
    await expect(restoring).rejects.toThrow(message);
    expect(await sandbox.snapshot()).toEqual(before);
    expect(await sandbox.requests()).toHaveLength(1);
  });
}
