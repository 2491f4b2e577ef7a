import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startSimulator } from '../../src/index.js';
import { describedCalls, type SentCall } from '../control/calls.js';
import { wrongCalls } from '../control/wrong-calls.js';
import { startPrism, violationsIn } from './start-prism.js';

const spec = new URL('../../spec/admin.openapi.yaml', import.meta.url);
const { paths } = parse(readFileSync(spec, 'utf8')) as {
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
};

/** A simulator, and Prism between it and who controls it. */
async function open() {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
  const body = '{"name":"Rex","categoryId":9223372036854775807,"chip":1}';
  await fetch(`${simulator.url}/pets`, { method: 'POST', headers, body });
  await fetch(`${simulator.url}/pets/1?limit=0`, { headers });
  const service = `${simulator.origin}/__admin`;
  const prism = await startPrism('proxy', 'spec/admin.openapi.yaml', service);
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
  const described = Object.values(paths).flatMap((item) => Object.values(item));
  // Prism cannot check a stream without end.
  const ending = described
    .map(({ operationId }) => operationId)
    .filter((id) => id !== 'streamEvents');
  expect([...called, 'writeState'].sort()).toEqual(ending.sort());
});

test('accepts the response to every rejected admin request as an Error', async () => {
  const send = await open();

  // Prism itself refuses illegal names of sandboxes, so they don't reach the simulator; and it hands on
  // null for a number that it can't hold.
  const checked = wrongCalls.filter(
    ([{ body = '' }, refused]) => refused !== 501 && !body.includes('1e400'),
  );
  for (const [call, status] of checked) {
    const response = await send(call);
    const text = await response.text();
    const found = violationsIn(response).filter(({ location }) => location[0] === 'response');
    expect([call, response.status, found], text).toEqual([call, status, []]);
  }
});

test('reports what is wrong with an admin request', async () => {
  const send = await open();

  const response = await send({ method: 'PUT', path: '/clock', body: '{"mode":"sundial"}' });

  expect(violationsIn(response)).toMatchObject([{ location: ['request', 'body', 'mode'] }]);
});
