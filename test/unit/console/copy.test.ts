import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { formatCurl, formatFetch, formatRule } from '../../../src/console/traffic/copy.js';
import { indentJson } from '../../../src/console/traffic/json-text.js';
import { startSimulator } from '../../../src/index.js';
import { callPets } from '../../support/console.js';

const body = String.raw`{"name":"it's \"$HOME\" & <b>","categoryId":9223372036854775807}`;

/** An exchange whose sandbox was selected by the key. */
async function record(init: RequestInit = { method: 'POST', body }) {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const sandbox = simulator.sandbox('x');
  const headers = { 'X-Trace': "it's" };
  await callPets(simulator, 'x', '?trace=%27', { ...init, headers });
  const response = await fetch(`${simulator.origin}/sandboxes/x/__admin/requests`);
  const { requests } = await response.json();
  return { simulator, sandbox, exchange: requests[0], origin: simulator.origin };
}

const run = (command: string) =>
  promisify(execFile)('sh', ['-c', command], { env: { ...process.env, API_KEY: 'test-key' } });

test('the curl command sends the same request to the same sandbox', async () => {
  const { sandbox, exchange, origin } = await record();

  await run(formatCurl(exchange, origin).replace('curl', 'curl -s'));

  const [first, second] = await sandbox.requests();
  for (const field of ['method', 'query', 'body', 'status'] as const) {
    expect(second?.[field]).toBe(first?.[field]);
  }
  expect(second?.headers).toMatchObject({ 'x-trace': "it's", 'content-type': 'application/json' });
});

test('the curl command does not wait for the body of HEAD', async () => {
  const { sandbox, exchange, origin } = await record({ method: 'HEAD' });

  await run(formatCurl(exchange, origin).replace('curl', 'curl -sm 20'));

  expect(await sandbox.requests({ wait: 2 })).toMatchObject([{}, { method: 'HEAD', status: 200 }]);
});

test('the call of fetch sends the same request', async () => {
  const { sandbox, exchange, origin } = await record();

  const call = formatFetch(exchange, origin);
  await new Function('apiKey', `return (async () => { ${call} })()`)('test-key');

  const [first, second] = await sandbox.requests();
  expect(second).toMatchObject({ body: first?.body, status: 201, query: first?.query });
  expect(second?.headers).toMatchObject({ 'x-trace': "it's" });
});

test('the rule makes the same request fail once', async () => {
  const { simulator, sandbox, exchange } = await record();
  await sandbox.addRule(JSON.parse(formatRule(exchange)));

  const again = async () =>
    (await callPets(simulator, 'x', '?trace=%27', { method: 'POST', body }))?.status;
  const other = await callPets(simulator, 'x');
  expect([other?.status, await again(), await again()]).toEqual([200, 503, 201]);
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
  ['[[', '[\n  ['],
] as const)('shows %s as it is', ([text, shown]) => {
  expect(indentJson(text)).toBe(shown);
});
