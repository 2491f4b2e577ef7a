import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { adminPaths } from '../../../src/server/admin/paths.js';
import { describedCalls, type SentCall } from '../../support/admin-calls.js';
import { startPrism, violationsIn } from './start-prism.js';

/** A simulator, and Prism between it and who controls it. */
async function open() {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
  const body = '{"name":"Rex","categoryId":9223372036854775807,"chip":1}';
  await fetch(`${simulator.url}/pets`, { method: 'POST', headers, body });
  await fetch(`${simulator.url}/pets/1?limit=0`, { headers });
  const service = `${simulator.origin}/__admin`;
  const document = await (await fetch(`${service}/openapi.json`)).text();
  const spec = join(tmpdir(), `admin-${simulator.port}.openapi.json`);
  writeFileSync(spec, document);
  const prism = await startPrism('proxy', spec, service);
  onTestFinished(() => prism.stop());
  return ({ method, path, body: text, headers: more }: SentCall) =>
    fetch(`${prism.url}${path}`, {
      method,
      headers: { ...(text === undefined ? {} : { 'Content-Type': 'application/json' }), ...more },
      ...(text === undefined ? {} : { body: text }),
    });
}

test('finds no violation in requests to every admin operation', async () => {
  const send = await open();
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
  const send = await open();

  const response = await send({ method: 'PUT', path: '/clock', body: '{"mode":"sundial"}' });

  expect(violationsIn(response)).toMatchObject([{ location: ['request', 'body', 'mode'] }]);
});
