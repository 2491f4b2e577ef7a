import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { formatCurl, formatFetch, formatRule } from '../../../src/console/traffic/copy.js';
import { indentJson } from '../../../src/console/traffic/json-text.js';
import type { Exchange } from '../../../src/engine/exchange.js';
import { startSimulator } from '../../../src/index.js';
import { callPets } from '../../support/console.js';
import { noCurl } from '../../support/curl.js';

const body = String.raw`{"name":"it's \"$HOME\" & <b>","categoryId":9223372036854775807}`;

const runCurl = (exchange: Exchange, origin: string) => {
  const command = formatCurl(exchange, origin).replace('curl', 'curl -sm 20');
  return promisify(execFile)('sh', ['-c', command], {
    env: { ...process.env, API_KEY: 'test-key' },
  });
};
const runFetch = (exchange: Exchange, origin: string) =>
  new Function('apiKey', `return (async () => { ${formatFetch(exchange, origin)} })()`)('test-key');

/** An exchange whose sandbox was selected by the key. */
async function record(init: RequestInit = { method: 'POST', body }) {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const send = () =>
    callPets(simulator, 'x', '?trace=%27', { ...init, headers: { 'X-Trace': "it's" } });
  await send();
  const response = await fetch(`${simulator.origin}/sandboxes/x/__admin/requests`);
  const { requests } = await response.json();
  return { simulator, send, sandbox: simulator.sandbox('x'), exchange: requests[0] as Exchange };
}

test.for<[string, typeof runCurl, RequestInit?]>([
  ['curl command', runCurl],
  ['curl command', runCurl, { method: 'HEAD' }],
  ['call of fetch', runFetch],
])('the %s sends the same request to the same sandbox', async ([, run, init], { skip }) => {
  skip(noCurl !== undefined && run === runCurl, noCurl);
  const { simulator, sandbox, exchange } = await record(init);

  await run(exchange, simulator.origin);

  const [first, second] = await sandbox.requests({ wait: 2 });
  for (const field of ['method', 'query', 'body', 'status'] as const) {
    expect(second?.[field]).toBe(first?.[field]);
  }
  expect(second?.headers).toMatchObject({ 'x-trace': "it's", 'content-type': 'application/json' });
});

test('the rule makes the same request fail once', async () => {
  const { simulator, send, sandbox, exchange } = await record();
  await sandbox.addRule(JSON.parse(formatRule(exchange)));

  const replies = [await callPets(simulator, 'x'), await send(), await send()];

  expect(replies.map((reply) => reply?.status)).toEqual([200, 503, 201]);
});

test.for([
  [
    '[{"id":9223372036854775807,"name":"a\\"{[,:","tags":[],"x":{}}, 1.10]',
    '[\n  {\n    "id": 9223372036854775807,\n    "name": "a\\"{[,:",\n    "tags": [],\n    "x": {}\n  },\n  1.10\n]',
  ],
  ['{"name":"cut', '{\n  "name": "cut'],
  ['name=Rex&x=1', 'name=Rex&x=1'],
  ['[[', '[\n  ['],
] as const)('indents %s without a change to its values', ([text, shown]) => {
  expect(indentJson(text)).toBe(shown);
});
