import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../../src/index.js';
import { adminPaths } from '../../../src/server/admin/paths.js';
import { describedCalls, type SentCall } from '../../support/admin-calls.js';
import type { ListeningProgram } from '../../support/listening-program.js';
import { startPrism, violationsIn } from './start-prism.js';

let simulator: RunningSimulator;
let prism: ListeningProgram;
let folder: string;

/** A simulator, and Prism between it and who controls it. */
beforeAll(async () => {
  simulator = await startSimulator();
  const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
  const body = '{"name":"Rex","categoryId":9223372036854775807,"chip":1}';
  await fetch(`${simulator.url}/pets`, { method: 'POST', headers, body });
  await fetch(`${simulator.url}/pets/1?limit=0`, { headers });
  const service = `${simulator.origin}/__admin`;
  folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  const document = join(folder, 'admin.openapi.json');
  await writeFile(document, await (await fetch(`${service}/openapi.json`)).text());
  prism = await startPrism('proxy', document, service);
});
afterAll(async () => {
  await prism.close();
  await simulator.close();
  await rm(folder, { recursive: true });
});

function send({ method, path, body, headers }: SentCall): Promise<Response> {
  const type: Record<string, string> =
    body === undefined ? {} : { 'Content-Type': 'application/json' };
  const init = { method, headers: { ...type, ...headers }, body: body ?? null };
  return fetch(`${prism.url}${path}`, init);
}

test('finds no violation in requests to every admin operation', async () => {
  let snapshot = '';

  for (const call of describedCalls) {
    const response = await send(call);
    const text = await response.text();
    snapshot = call.operation === 'readState' ? text : snapshot;
    expect([call, response.status, violationsIn(response)], text).toEqual([call, call.status, []]);
  }
  const restored = await send({ method: 'PUT', path: '/state', body: snapshot });

  expect([restored.status, violationsIn(restored)]).toEqual([200, []]);
  const called = new Set<string>(describedCalls.map(({ operation }) => operation));
  expect([...called, 'writeState'].sort()).toEqual(Object.keys(adminPaths).sort());
});

test('reports what is wrong with an admin request', async () => {
  const response = await send({ method: 'PUT', path: '/clock', body: '{"mode":"sundial"}' });

  expect(violationsIn(response)).toMatchObject([{ location: ['request', 'body', 'mode'] }]);
});
