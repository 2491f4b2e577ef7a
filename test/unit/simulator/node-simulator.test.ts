import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveSimulatorOptions } from '../../../src/options/config-file.js';
import { createNodeSimulator } from '../../../src/simulator/node-simulator.js';
import { createFolder } from '../../support/files.js';
import { openHttp } from '../../support/open-http.js';

test('changes what clients get, and not what the journal has', async () => {
  const options = resolveSimulatorOptions({ fixture: 'empty' });
  const node = createNodeSimulator(options, (answer) => ({
    ...answer,
    reply: { ...answer.reply, status: 202 },
  }));
  const simulator = node.open();

  const { status } = await simulator.fetch('/v1/pets', {
    headers: { Authorization: `Bearer ${simulator.apiKey}` },
  });

  expect(status).toBe(202);
  expect(await simulator.sandbox('default').requests()).toMatchObject([{ status: 200 }]);
});

test('loads what a server has beside the service when it is asked for, until that succeeds', async () => {
  const fixture = join(createFolder(), 'pets.json');
  const node = createNodeSimulator(resolveSimulatorOptions({ fixture }));
  const { signal: stopping } = new AbortController();
  const url = await openHttp(
    node.createListener({ address: '127.0.0.1', isStopping: () => false, stopping }),
    '/health',
  );
  const readStatus = async () => (await fetch(url)).status;

  expect(await readStatus()).toBe(500);
  await writeFile(fixture, '[]');
  expect(await readStatus()).toBe(200);
});
