import { expect, test } from 'vitest';
import { createOfflineSimulator } from '../../src/offline-simulator.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { SimulatorCore } from '../../src/simulator-core.js';

/** The admin interface of a simulator that has recorded requests. */
async function open() {
  const core = new SimulatorCore(resolveSimulatorOptions({}));
  const admin = await core.admin();
  const call = (method: string, path: string, body = '') => {
    const { signal } = new AbortController();
    const query = new URLSearchParams();
    return admin.answer({
      method,
      path,
      query,
      sandbox: 'default',
      body,
      signal,
      header: () => '',
    });
  };
  for (let nth = 0; nth < 20; nth += 1) {
    await createOfflineSimulator(core).fetch('http://localhost/v1/pets');
  }
  return call;
}

async function readJson({ body }: Awaited<ReturnType<Awaited<ReturnType<typeof open>>>>) {
  const chunks: (string | Uint8Array)[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
  }
  return JSON.parse(chunks.join(''));
}

test('counts all requests or none while they are cleared', async () => {
  const call = await open();
  await call('POST', '/requests/count', '{}');

  const counting = call('POST', '/requests/count', '{}');
  // By then some are counted, and others are not.
  for (let tick = 0; tick < 40; tick += 1) {
    await undefined;
  }
  await call('DELETE', '/requests');

  expect([20, 0]).toContain((await readJson(await counting)).count);
});

test('lists as many requests as it says were kept while they are cleared', async () => {
  const call = await open();

  const listed = await call('GET', '/requests');
  await call('DELETE', '/requests');

  expect(await readJson(listed)).toMatchObject({ kept: 20, requests: { length: 20 } });
});
