import { expect, test } from 'vitest';
import { connect, createSimulator, type SandboxHandle } from '../../../src/index.js';
import { callService, create, openServer } from '../../support/control.js';

type Fetch = Parameters<typeof callService>[0];

/** Calls every method of a handle, and returns all results. */
async function callAll(sandbox: SandboxHandle, service: Fetch): Promise<unknown[]> {
  const large = 9_007_199_254_740_993n;
  const results: unknown[] = [];
  const add = async (result: Promise<unknown>) => {
    results.push(await result.catch(String));
  };
  await add(sandbox.reset({ seed: 7, pets: [{ id: 5, name: 'Rex', categoryId: large }] }));
  await add(sandbox.pets.add({ name: 'Tom', categoryId: 2, status: 'sold' }));
  await add(sandbox.pets.update(5, { status: 'pending' }));
  await add(sandbox.pets.list());
  await add(sandbox.pets.remove(5));
  await add(sandbox.pets.remove(5));
  await add(sandbox.addRule({ code: 503, times: 1, body: { categoryId: large } as never }));
  await callService(service, sandbox, create);
  await callService(service, sandbox, { ...create, body: `{"name":"Tim","categoryId":${large}}` });
  await add(sandbox.rules());
  await add(sandbox.removeRule('rule-1'));
  await add(sandbox.clearRules());
  await add(sandbox.requests({ status: 201, wait: 1 }).then(([one]) => one?.json));
  await add(sandbox.requests({ status: 404, wait: 1, timeout: 1 }));
  await add(sandbox.count({ body: { categoryId: large } }));
  await add(sandbox.received({ method: 'PUT' }));
  await add(sandbox.clearRequests());
  await add(sandbox.settings.set({ profile: 'hostile', latency: '1-2', allow: ['open'] }));
  await add(sandbox.settings.read());
  await add(sandbox.clock.freeze('2030-12-06'));
  await add(sandbox.clock.advance(1));
  await add(sandbox.clock.now());
  const snapshot = await sandbox.snapshot();
  await add(sandbox.reset());
  await add(sandbox.restore(snapshot));
  await add(sandbox.restore({} as never));
  await add(sandbox.snapshot());
  await add(sandbox.clock.release());
  await add(sandbox.drop());
  return results.map((result) =>
    typeof result === 'string' ? result.replaceAll(/\/sandboxes\/one/g, '') : result,
  );
}

test('handles of this process and over HTTP agree for every method', async () => {
  const simulator = createSimulator();
  const here = await callAll(simulator.sandbox('one'), simulator);
  const { url } = await openServer();
  const there = await callAll(connect(url).sandbox('one'), { fetch });

  const toComparable = (results: unknown[]) =>
    JSON.parse(
      JSON.stringify(results, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value)),
    );
  expect(toComparable(there)).toEqual(toComparable(here));
});
