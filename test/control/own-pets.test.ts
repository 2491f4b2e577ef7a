import { expect } from 'vitest';
import { type ResetOptions, SimulatorError } from '../../src/index.js';
import { callService, controlled } from './open.js';

const largest = 9_223_372_036_854_775_807n;

controlled('starts a sandbox with pets of a test, digit for digit', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();

  await sandbox.reset({
    pets: [
      { id: largest, name: 'Rex', categoryId: largest, status: 'sold' },
      { id: 1, name: 'Max', categoryId: 2 },
    ],
  });

  expect((await callService(simulator, sandbox, { path: '/pets' })).text).toBe(
    `[{"id":${largest},"name":"Rex","categoryId":${largest},"status":"sold"},{"id":1,"name":"Max","categoryId":2}]`,
  );
  expect(await simulator.sandbox().pets.list()).toHaveLength(50);
});

controlled('gives pets without an id the next free one of the scheme', async (open) => {
  const sandbox = (await open({ choose: { 'id-scheme': 'sequential' } })).sandbox();
  const pet = { name: 'Rex', categoryId: 1 };

  await sandbox.reset({ pets: [pet, { ...pet, id: 1 }, pet, { ...pet, id: 3 }] });
  await sandbox.pets.add(pet);

  expect((await sandbox.pets.list()).map(({ id }) => id)).toEqual([2n, 1n, 4n, 3n, 5n]);
});

controlled('goes back to no pets at all', async (open) => {
  const sandbox = (await open()).sandbox();

  await sandbox.reset({ pets: [], profile: 'hostile' });

  expect(await sandbox.pets.list()).toEqual([]);
});

controlled('names the pet and the field that is wrong', async (open) => {
  const sandbox = (await open()).sandbox();
  const rex = { name: 'Rex', categoryId: 1 };
  const wrong: [unknown, string][] = [
    [[rex, { name: 'Max' }], 'categoryId is required in pets[1] of the body.'],
    [[rex, { ...rex, name: 5 }], 'pets[1].name of the body must be a string; got 5'],
    [[{ ...rex, categoryId: 1.5 }], 'pets[0].categoryId of the body must be an int64 as a string'],
    [[{ ...rex, status: 'eaten' }], 'pets[0].status of the body must be one of available, pend'],
    [[{ ...rex, age: 4 }], 'pets[0] of the body has the unknown field "age". Known fields: id,'],
    [[null], 'name is required in pets[0] of the body.'],
    [
      [{ ...rex, id: 7 }, rex, { ...rex, id: 7n }],
      'pets[2].id of the body must be unique; pets[0] has 7, too.',
    ],
    ['5', 'pets of the body must be a whole number or an array; got "5"'],
    [Array(1_001).fill({ name: '', categoryId: 1 }), 'an array of at most 1000 items'],
  ];

  for (const [pets, message] of wrong) {
    const reset = sandbox.reset({ pets } as ResetOptions);
    await expect(reset).rejects.toThrow(SimulatorError);
    await expect(reset).rejects.toThrow(message);
  }
});

controlled('counts own pets as memory, and frees it', async (open) => {
  const { sandbox } = await open({ maxPetMemory: 4_000 });
  const pets = [{ name: 'R'.repeat(1_500), categoryId: 1 }];

  for (let round = 0; round < 5; round += 1) {
    await sandbox('one').reset({ pets });
    await sandbox('one').reset();
  }

  const two = [...pets, ...pets];
  await expect(sandbox('one').reset({ pets: two })).rejects.toThrow(/max-pet-memory/);
});
