import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/console/events.js';
import { formatCurl, formatFetch, formatRule } from '../../src/console/traffic/copy.js';
import { indentJson } from '../../src/console/traffic/json-text.js';
import { callService, openServer } from '../control/open.js';

const body = String.raw`{"name":"it's \"$HOME\" & <b>","categoryId":9223372036854775807}`;

/** An exchange that a client with these headers had. */
async function record(headers = {}) {
  const simulator = await openServer();
  const sandbox = simulator.sandbox('x');
  const call = { method: 'POST', path: '/pets?trace=%27', headers, body };
  await callService({ fetch }, sandbox, call);
  const [exchange] = await sandbox.requests();
  if (exchange === undefined) {
    throw new Error('The journal has no exchange.');
  }
  return { sandbox, exchange, origin: simulator.origin };
}

const run = (command: string) =>
  promisify(execFile)('sh', ['-c', command], { env: { ...process.env, API_KEY: 'test-key' } });

test('the curl command sends the same request', async () => {
  const { sandbox, exchange, origin } = await record({ 'X-Trace': "it's" });

  const command = formatCurl(exchange, origin).replace(/^curl /, 'curl -s ');
  await run(command);

  const [first, second] = await sandbox.requests({ wait: 2 });
  for (const field of ['method', 'path', 'query', 'body', 'status'] as const) {
    expect(second?.[field]).toBe(first?.[field]);
  }
  expect(second?.headers).toMatchObject({ 'x-trace': "it's", 'content-type': 'application/json' });
});

test('the curl command calls the sandbox that the key had selected', async () => {
  const simulator = await openServer();
  const { url } = simulator;
  await callService({ fetch }, { url, apiKey: 'test-key.x' }, { method: 'HEAD', path: '/pets' });
  const [exchange] = await simulator.sandbox('x').requests({ wait: 1 });

  const command = formatCurl(exchange as Exchange, simulator.origin).replace('curl', 'curl -sm 20');
  await run(command);

  const [, second] = await simulator.sandbox('x').requests({ wait: 2 });
  expect(second).toMatchObject({ method: 'HEAD', path: '/sandboxes/x/v1/pets', status: 200 });
});

test('the call of fetch sends the same request', async () => {
  const { sandbox, exchange, origin } = await record({ 'X-Trace': "it's" });

  const call = formatFetch(exchange, origin);
  await new Function('apiKey', `return (async () => { ${call} })()`)('test-key');

  const [first, second] = await sandbox.requests({ wait: 2 });
  expect(second).toMatchObject({ body: first?.body, status: 201, query: first?.query });
  expect(second?.headers).toMatchObject({ 'x-trace': "it's" });
});

test('the rule makes the same request fail once', async () => {
  const { sandbox, exchange } = await record();
  await sandbox.addRule(JSON.parse(formatRule(exchange)));

  const again = () =>
    callService({ fetch }, sandbox, { method: 'POST', path: '/pets?trace=%27', body });
  const other = await callService({ fetch }, sandbox, { path: '/pets' });
  expect([other.status, (await again()).status, (await again()).status]).toEqual([200, 503, 201]);
});

test('indents JSON without a change to its values', () => {
  expect(indentJson('[{"id":9223372036854775807,"name":"a\\"{[,:","tags":[],"x":{}}, 1.10]')).toBe(
    `[
  {
    "id": 9223372036854775807,
    "name": "a\\"{[,:",
    "tags": [],
    "x": {}
  },
  1.10
]`,
  );
});

test.for([
  ['{"name":"cut', '{\n  "name": "cut'],
  ['name=Rex&x=1', 'name=Rex&x=1'],
  ['', ''],
  ['[[', '[\n  ['],
  [']}', ']}'],
] as const)('shows %s as it is', ([text, shown]) => {
  expect(indentJson(text)).toBe(shown);
});
