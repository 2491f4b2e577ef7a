import { expect, test } from 'vitest';
import { connect, createSimulator, type SandboxHandle } from '../../../src/index.js';
import { openServer } from '../../support/control.js';

/** Calls that differ in what HTTP carries: paths, queries, bodies, errors, and nothing. */
async function callAll(sandbox: SandboxHandle): Promise<unknown[]> {
  const results: unknown[] = [];
  const add = async (result: Promise<unknown>) => {
    results.push(await result.catch(String));
  };
  const categoryId = 9_007_199_254_740_993n;
  await add(sandbox.reset({ seed: 7, pets: [{ id: -5, name: 'Rex', categoryId }] }));
  await add(sandbox.pets.update(-5, { status: 'pending' }));
  await add(sandbox.pets.list());
  await add(sandbox.pets.remove(6));
  await add(sandbox.addRule({ code: 503, body: { categoryId } as never }).then(({ id }) => id));
  await add(sandbox.rules());
  await add(sandbox.removeRule('rule 1/?'));
  await add(sandbox.requests({ note: 'open', since: new Date(), wait: 1, timeout: 1 }));
  await add(sandbox.clearRequests());
  await add(sandbox.settings.set({ profile: 'hostile', delay: '1-2', allow: ['open'] }));
  await add(sandbox.clock.freeze('2030-12-06'));
  const snapshot = await sandbox.snapshot();
  await add(sandbox.restore(snapshot));
  await add(sandbox.drop());
  return [...results, snapshot];
}

test('handles of this process and over HTTP agree', async () => {
  const here = await callAll(createSimulator().sandbox('one'));
  const { url } = await openServer();
  const there = await callAll(connect(url).sandbox('one'));

  const withoutTime = (results: unknown[]) =>
    results.map((one) => (typeof one === 'string' ? one.replace(/"since":"[^"]*"/, '') : one));
  expect(withoutTime(there)).toEqual(withoutTime(here));
});
