import { expect, test } from 'vitest';
import { readText } from '../../src/client/transport.js';
import { SimulatorError } from '../../src/index.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { SimulatorCore } from '../../src/simulator-core.js';
import { create, numbersOf, someExchanges } from './exchanges.js';
import { callService, controlled } from './open.js';

const settingsCall = {
  method: 'GET',
  path: '/settings',
  query: new URLSearchParams(),
  sandbox: 'default',
  body: '',
  header: () => undefined,
};

controlled('resolves as soon as enough exchanges match', async (open) => {
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

controlled('resolves at once when enough exchanges match already', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await someExchanges(simulator, sandbox);

  const [one] = await sandbox.requests({ operation: 'getPet', wait: 1, timeout: 0 });

  expect(one).toMatchObject({ number: 4 });
});

controlled('a timeout names the filter and the exchanges that match', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await callService(simulator, sandbox, create);

  const waiting = sandbox.requests({ operation: 'createPet', wait: 2, timeout: 1 });

  await expect(waiting).rejects.toThrow(SimulatorError);
  await expect(waiting).rejects.toThrow(
    /^Expected 2 exchanges that match {"operation":"createPet"} within 1 ms; got 1\. Received: POST \S+\/pets \(201\)\.$/,
  );
});

controlled('a timeout names the last of many exchanges', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await someExchanges(simulator, sandbox);

  const waiting = sandbox.requests({ wait: 9, timeout: 1 });

  await expect(waiting).rejects.toThrow(
    /^Expected 9 exchanges within 1 ms; got 5\. The last 3 were POST \S+ \(400\), GET \S+ \(200\), GET \S+ \(400\)\.$/,
  );
});

controlled('a timeout with a limit says at least how many match', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await someExchanges(simulator, sandbox);

  const waiting = sandbox.requests({ wait: 9, timeout: 1, limit: 2 });

  await expect(waiting).rejects.toThrow(/^Expected 9 exchanges within 1 ms; got at least 2\. /);
});

controlled('a timeout says that no request was received', async (open) => {
  const waiting = (await open()).sandbox().requests({ wait: 1, timeout: 1 });

  await expect(waiting).rejects.toThrow(
    /^Expected 1 exchange within 1 ms; got 0\. The sandbox received no request at all\.$/,
  );
});

controlled('a timeout shows the closest exchange', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await callService(simulator, sandbox, create);

  const waiting = sandbox.requests({ operation: 'createPet', status: 400, wait: 1, timeout: 1 });

  await expect(waiting).rejects.toThrow(
    /; got 0\. The closest was POST \S+ \(201\):\n {2}status: expected 400; got 201$/,
  );
});

controlled('a timeout ignores exchanges before the filter’s start', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await callService(simulator, sandbox, create);

  const waiting = sandbox.requests({ after: 1, wait: 1, timeout: 1 });

  await expect(waiting).rejects.toThrow(/; got 0\.$/);
});

test('stops waiting when the client goes away', async () => {
  const admin = await new SimulatorCore(resolveSimulatorOptions({})).admin();
  const controller = new AbortController();
  const waiting = admin.answer({
    method: 'GET',
    path: '/requests',
    query: new URLSearchParams({ wait: '1', timeout: '60000' }),
    sandbox: 'default',
    body: '',
    header: () => undefined,
    signal: controller.signal,
  });
  let over = false;
  void waiting.then(() => {
    over = true;
  });
  await admin.handle({ ...settingsCall, signal: controller.signal });
  expect(over).toBe(false);

  controller.abort();

  // Long before the minute is over.
  expect(JSON.parse(await readText(await waiting))).toMatchObject({ requests: [], enough: false });
});
