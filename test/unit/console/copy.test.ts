import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  createRule,
  formatCurlOfExchange,
  readJournalRequest,
  sendExchange,
} from '../../../src/console/traffic/copy.js';
import { indentJson } from '../../../src/console/traffic/json-text.js';
import type { Exchange } from '../../../src/engine/exchange.js';
import { noCurl } from '../../support/curl.js';
import { needPosix } from '../../support/posix.js';
import { callPets, start } from '../../support/simulator.js';

const body = String.raw`{"name":"it's \"$HOME\" & <b>","categoryId":9223372036854775807}`;

/** Runs a copied command, which has the default key, or asks for another one. */
const runCurl = (exchange: Exchange, origin: string, apiKey?: string) => {
  needPosix();
  const command = formatCurlOfExchange(exchange, { origin, apiKey }).replace('curl', 'curl -sm 20');
  return promisify(execFile)('sh', ['-c', command], {
    env: { ...process.env, API_KEY: 'test-key' },
  });
};
const runAgain = (exchange: Exchange, origin: string) => {
  const service = { origin, apiKey: 'test-key' };
  return sendExchange(readJournalRequest(exchange, service), service);
};

/** An exchange whose sandbox was selected by the key. */
async function record(init: RequestInit = { method: 'POST', body }) {
  const simulator = await start();
  const send = () =>
    callPets(simulator, 'x', '?tags[]=%27&{a,b}', {
      ...init,
      headers: { 'X-Trace': "it's", 'X-Empty': '' },
    });
  await send();
  const response = await fetch(`${simulator.origin}/sandboxes/x/__admin/requests`);
  const { requests } = await response.json();
  return { simulator, send, sandbox: simulator.sandbox('x'), exchange: requests[0] as Exchange };
}

test.for<[string, (exchange: Exchange, origin: string) => Promise<unknown>, RequestInit?]>([
  ['curl command', runCurl],
  ['curl command with the default key', (...[one, at]) => runCurl(one, at, 'test-key')],
  ['curl command of a HEAD', runCurl, { method: 'HEAD' }],
  ['page', runAgain],
])('the %s sends the same request to the same sandbox', async ([name, run, init], { skip }) => {
  skip(noCurl !== undefined && name !== 'page', noCurl);
  const { simulator, sandbox, exchange } = await record(init);

  await run(exchange, simulator.origin);

  const [first, second] = await sandbox.requests({ wait: 2 });
  for (const field of ['method', 'query', 'body', 'status'] as const) {
    expect(second?.[field]).toBe(first?.[field]);
  }
  expect(second?.headers).toMatchObject({
    'x-trace': "it's",
    'x-empty': '',
    'content-type': 'application/json',
  });
});

test('a copy of a request with a wrong key has none that works', async () => {
  const { simulator, exchange } = await record({ headers: {} });
  const service = { origin: simulator.origin, apiKey: 'test-key' };
  const headers = { authorization: 'Bearer ***' };

  expect(formatCurlOfExchange({ ...exchange, headers, status: 401 }, service)).not.toContain(
    'test-key',
  );
  expect(formatCurlOfExchange({ ...exchange, headers, status: 200 }, service)).toContain(
    'Bearer test-key',
  );
});

test('a copy of a request that missed the service selects no sandbox', async () => {
  const { exchange } = await record();

  expect(formatCurlOfExchange({ ...exchange, path: '/pets' }, { origin: 'http://a' })).toContain(
    'http://a/pets?',
  );
});

test('the rule concerns the same request alone', async () => {
  const { simulator, send, sandbox, exchange } = await record();
  const rule = createRule(exchange, { code: '503', delay: '', times: '1' });
  expect(rule.delay).toBe(undefined);
  await sandbox.addRule(rule);

  const replies = [await callPets(simulator, 'x'), await send(), await send()];

  expect(replies.map((reply) => reply?.status)).toEqual([200, 503, 201]);
  const ofPet = { ...exchange, operation: 'getPet', path: '/v1/pets/%37' } as const;
  expect(createRule(ofPet, {}).match?.petId).toBe('7');
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
