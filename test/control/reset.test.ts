import { expect } from 'vitest';
import { createSimulator, type ResetOptions, type SimulatorOptions } from '../../src/index.js';
import { type Controlled, callService, controlled } from './open.js';

type Sandbox = ReturnType<Controlled['sandbox']>;

/** All that a client can see of a sandbox: all pets page by page of each status, and new ones. */
async function seen(simulator: Pick<Controlled, 'fetch'>, sandbox: Sandbox) {
  const create = { method: 'POST', path: '/pets', body: '{"name":"","categoryId":99,"chip":1}' };
  const paths = ['/pets?limit=100', '/pets?status=sold', '/pets?limit=0', '/pets/x', '/pets/1'];
  const calls = [...paths.map((path) => ({ path })), create, create, { path: '/pets?limit=100' }];
  const answers: unknown[] = [];
  for (const call of calls) {
    answers.push(await callService(simulator, sandbox, call));
  }
  return answers;
}

const resets: [ResetOptions, SimulatorOptions][] = [
  [{}, {}],
  [{ seed: 7 }, { seed: 7 }],
  [{ pets: 0 }, { pets: 0 }],
  [
    { pets: 120, seed: 4_294_967_295 },
    { pets: 120, seed: 4_294_967_295 },
  ],
  [{ fixture: 'tricky-names' }, { fixture: 'tricky-names' }],
  [
    { fixture: 'large-ids', profile: 'strict' },
    { fixture: 'large-ids', profile: 'strict' },
  ],
  [{ fixture: 'default', pets: 3 }, { pets: 3 }],
  [{ profile: 'hostile' }, { profile: 'hostile' }],
  [{ choose: { 'id-scheme': 'sparse' } }, { choose: { 'id-scheme': 'sparse' } }],
  [
    { profile: 'lenient', choose: { 'list-order': 'shuffled' }, seed: 3 },
    { profile: 'lenient', choose: { 'list-order': 'shuffled' }, seed: 3 },
  ],
];

for (const [to, options] of resets) {
  controlled(
    `a reset equals a simulator started with ${Object.keys(to).join(', ') || 'nothing'}`,
    async (open) => {
      const simulator = await open();
      const sandbox = simulator.sandbox();
      await seen(simulator, sandbox);
      const started = createSimulator(options);

      await sandbox.reset(to);

      expect(await seen(simulator, sandbox)).toEqual(await seen(started, started.sandbox()));
    },
  );
}

controlled('a plain reset returns to the simulator’s start', async (open) => {
  const options = {
    fixture: 'every-status',
    profile: 'strict',
    seed: 5,
    latency: '0-1',
  } as const;
  const simulator = await open(options);
  const sandbox = simulator.sandbox();
  const start = await sandbox.snapshot();
  await sandbox.reset({ fixture: 'empty', profile: 'hostile', seed: 6 });
  await sandbox.settings.set({ latency: 1 });
  await sandbox.addRule({ code: 503, times: 1 });
  await sandbox.clock.advance(1_000);
  await seen(simulator, sandbox);

  await sandbox.reset();

  expect({ ...(await sandbox.snapshot()), clock: start.clock }).toEqual(start);
  expect(await sandbox.requests()).toEqual([]);
  expect(await sandbox.settings.read()).toMatchObject({ latency: { from: 0, to: 1 } });
});

controlled('a reset affects only its own sandbox', async (open) => {
  const simulator = await open();
  const [one, other] = [simulator.sandbox(), simulator.sandbox()];
  await other.pets.add({ name: 'Rex', categoryId: 1 });

  await one.reset({ fixture: 'empty' });

  expect(await one.pets.list()).toEqual([]);
  expect(await other.pets.list()).toHaveLength(51);
  expect(await simulator.sandbox().pets.list()).toHaveLength(50);
});

controlled('settings restore what they leave out, and keep the pets', async (open) => {
  const simulator = await open({
    profile: 'strict',
    choose: { 'empty-name': 'accept' },
    latency: 1,
  });
  const sandbox = simulator.sandbox();
  const start = await sandbox.settings.read();
  const rex = await sandbox.pets.add({ name: 'Rex', categoryId: 1 });

  const hostile = await sandbox.settings.set({ profile: 'hostile', latency: '2-3' });
  expect(hostile.choices).toMatchObject({ 'list-order': 'shuffled', 'error-codes': 'opaque' });
  expect(hostile.latency).toEqual({ from: 2, to: 3 });
  expect(await sandbox.settings.read()).toEqual(hostile);
  const single = await sandbox.settings.set({ choose: { 'list-order': 'newest-first' } });

  expect(single).toEqual({ ...start, choices: { ...start.choices, 'list-order': 'newest-first' } });
  expect(await sandbox.settings.set({})).toEqual(start);
  expect((await sandbox.pets.list()).at(-1)).toEqual(rex);
});

controlled(
  'a latency affects only its sandbox, and a requested delay overrides it',
  async (open) => {
    const simulator = await open();
    const [slow, other] = [simulator.sandbox(), simulator.sandbox()];
    await slow.settings.set({ latency: 60_000 });

    const answered = await callService(simulator, slow, {
      path: '/pets',
      headers: { Prefer: 'delay=0' },
    });

    expect(answered.status).toBe(200);
    expect((await callService(simulator, other, { path: '/pets' })).status).toBe(200);
  },
);
