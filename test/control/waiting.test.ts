import { expect, test } from 'vitest';
import { ControlError } from '../../src/index.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { SimulatorCore } from '../../src/simulator.js';
import { create, numbersOf, someExchanges } from './exchanges.js';
import { callService, controlled } from './open.js';

const settingsCall = {
  method: 'GET',
  path: '/settings',
  query: new URLSearchParams(),
  sandbox: 'default',
  body: '',
};

controlled('who waits gets the exchanges as soon as enough have come', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const waiting = [
    sandbox.requests({ operation: 'createPet', wait: 2, timeout: 60_000 }),
    sandbox.requests({ wait: 5, timeout: 60_000 }),
    sandbox.requests({ status: 400, wait: 1, timeout: 60_000 }),
  ];

  await someExchanges(simulator, sandbox);

  const [created, all, refused] = await Promise.all(waiting);
  expect(numbersOf(created ?? [])).toEqual(expect.arrayContaining([2, 3]));
  expect(numbersOf(all ?? [])).toEqual([1, 2, 3, 4, 5]);
  expect(numbersOf(refused ?? [])).toContain(3);
});

controlled('who waits for what has come already does not wait', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await someExchanges(simulator, sandbox);

  const [one] = await sandbox.requests({ operation: 'getPet', wait: 1, timeout: 0 });

  expect(one).toMatchObject({ number: 4 });
});

controlled('who waits in vain is told for what, and what came instead', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await callService(simulator, sandbox, create);

  const waiting = sandbox.requests({ operation: 'createPet', wait: 2, timeout: 1 });

  await expect(waiting).rejects.toThrow(ControlError);
  await expect(waiting).rejects.toThrow(
    /^1 of 2 exchanges that fit {"operation":"createPet"} came within 1 ms\. There came POST \S+\/pets \(201\)\.$/,
  );
});

controlled('of many that came, who waits for more is told the last ones', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await someExchanges(simulator, sandbox);

  const waiting = sandbox.requests({ wait: 9, timeout: 1 });

  await expect(waiting).rejects.toThrow(
    /^5 of 9 exchanges came within 1 ms\. The last 3 were POST \S+ \(400\), GET \S+ \(200\), GET \S+ \(400\)\.$/,
  );
});

controlled('who waits and limits what is told is told no number as that of all', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await someExchanges(simulator, sandbox);

  const waiting = sandbox.requests({ wait: 9, timeout: 1, limit: 2 });

  await expect(waiting).rejects.toThrow(/^At least 2 of 9 exchanges came within 1 ms\. /);
});

controlled('who waits for nothing that comes is told that nothing was sent', async (open) => {
  const waiting = (await open()).sandbox().requests({ wait: 1, timeout: 1 });

  await expect(waiting).rejects.toThrow(
    /^No exchanges came within 1 ms, and 1 was waited for\. Nothing was sent at all\.$/,
  );
});

controlled('who waits for what does not come is told what came closest', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await callService(simulator, sandbox, create);

  const waiting = sandbox.requests({ operation: 'createPet', status: 400, wait: 1, timeout: 1 });

  await expect(waiting).rejects.toThrow(
    /1 was waited for\. The closest was POST \S+ \(201\):\n {2}status: expected 400, and 201 came$/,
  );
});

controlled('who waits for what comes later is told of nothing that came before', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await callService(simulator, sandbox, create);

  const waiting = sandbox.requests({ after: 1, wait: 1, timeout: 1 });

  await expect(waiting).rejects.toThrow(/1 was waited for\.$/);
});

test('who goes away waits no more', async () => {
  const control = await new SimulatorCore(resolveSimulatorOptions({})).control();
  const controller = new AbortController();
  const waiting = control.answer({
    method: 'GET',
    path: '/requests',
    query: new URLSearchParams({ wait: '1', timeout: '60000' }),
    sandbox: 'default',
    body: '',
    signal: controller.signal,
  });
  let over = false;
  void waiting.then(() => {
    over = true;
  });
  await control.answer({ ...settingsCall, signal: controller.signal });
  expect(over).toBe(false);

  controller.abort();

  // Long before the minute is over.
  expect((await waiting).value).toMatchObject({ requests: [], enough: false });
});
