import { once } from 'node:events';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startProxy } from '../../src/verify/pact/proxy.js';
import { openHttp } from '../support/open-http.js';
import { recording } from './open-provider.js';
import { Service } from './providers/service.js';
import { reach, reachService } from './reach.js';

const stateMap = {
  'pet 7 is sold': { state: 'a pet exists', params: { status: 'sold' } },
  'the shop is open': [],
};

const error = (type: string, expected: number, actual: number) => ({
  interaction: 'a list',
  mismatch: { mismatches: [{ type, expected, actual, mismatch: '' }] },
});

/** Opens a proxy after its rehearsal, and what Pact's verifier does with it. */
async function open(readOnly = false, base: new () => Service = Service, isRehearsed = true) {
  const { service, recorded } = recording(base);
  const provider = reachService(new service(), { readOnly });
  const proxy = await startProxy(provider, stateMap);
  onTestFinished(proxy.close);
  if (isRehearsed) {
    proxy.endRehearsal({});
  }
  return {
    ...proxy,
    recorded,
    setUp: async (state: string, params?: object) => {
      const body = JSON.stringify({ action: 'setup', state, params });
      const response = await fetch(proxy.statesUrl, { method: 'POST', body });
      return { status: response.status, values: await response.json() };
    },
    send: (path: string, Authorization?: string, body?: string) =>
      fetch(`http://127.0.0.1:${proxy.port}${proxy.servicePath}${path}`, {
        headers: { ...(Authorization && { Authorization }) },
        ...(body && { method: 'POST', body }),
      }),
  };
}

test('replaces the key and the id of a pact by those of its states, for one request', async () => {
  const { setUp, send, recorded } = await open();
  const { values } = await setUp('pet 7 is sold');

  const response = await send('/v1/pets/7', 'Bearer key-of-the-consumer');
  await send('/pets/1', 'Bearer key-of-the-consumer');

  expect(await response.text()).toContain('"status":"sold"');
  const ids = recorded.slice(-2).map(({ call }) => call.petId);
  expect(ids).toEqual([values.petId, '1']);
  // One pet is enough for all interactions.
  expect((await setUp('pet 7 is sold')).values).toEqual(values);
});

test('sends a wrong key where a state asks for one, and other headers as they are', async () => {
  const { setUp, send, recorded } = await open();
  await setUp('the API key is not valid');

  expect((await send('/pets', 'Bearer key-of-the-consumer')).status).toBe(401);
  for (const authorization of ['Basic a2V5', 'Bearer']) {
    await send('/pets', authorization);
    expect(recorded.at(-1)?.call.headers.authorization).toBe(authorization);
  }
});

test('a rehearsal shows where a pact expects 401; other requests get the key', async () => {
  const { setUp, send, endRehearsal, recorded } = await open(false, Service, false);
  /** Sends requests of six interactions; two have two states. */
  const sendAll = async () => {
    const statuses: number[] = [];
    for (const authorization of [undefined, undefined, 'Bearer of-the-consumer']) {
      for (const states of [[''], ['a category exists', 'a pet exists']]) {
        await Promise.all(states.map((state) => setUp(state)));
        statuses.push((await send('/pets', authorization)).status);
      }
    }
    return statuses;
  };
  const [, , third = 0, fourth = 0, fifth = 0, sixth = 0] = await sendAll();
  expect(recorded).toEqual([]);

  endRehearsal({
    errors: [error('StatusMismatch', 401, third), error('StatusMismatch', 200, fourth)],
    pendingErrors: [error('BodyMismatch', 401, fifth), error('StatusMismatch', 401, sixth)],
  });

  expect(await sendAll()).toEqual([200, 200, 401, 200, 200, 401]);
});

test('a message is inconclusive, in a rehearsal as well', async () => {
  const { send, problems, endRehearsal, recorded } = await open(false, Service, false);
  const body = '{"description":"a pet was sold"}';

  await expect(send('', undefined, body)).rejects.toThrow();
  endRehearsal({});
  await expect(send('/', undefined, body)).rejects.toThrow();

  const reason = `the interface has no messages (section 6), such as ${body}`;
  expect(problems).toEqual([`POST /: ${reason}`]);
  expect(recorded).toEqual([]);
});

test('forwards every digit', async () => {
  const { send, recorded } = await open();
  const body = '{"name":"Rex","categoryId":9007199254740993}';

  const response = await send('/pets', 'Bearer key', body);
  const text = await response.text();

  expect(text).toContain('9007199254740993');
  expect(response.headers.get('content-length')).toBe(`${text.length}`);
  expect(String(recorded.at(-1)?.call.body)).toBe(body);
});

test('returns the body of a service that compresses as the verifier can read it', async () => {
  const gzip = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' };
  const url = await openHttp((_, response) =>
    response.writeHead(200, gzip).end(gzipSync('[{"id":1}]')),
  );
  const proxy = await startProxy(reach(undefined, { url }), {});
  onTestFinished(proxy.close);
  proxy.endRehearsal({});

  const response = await fetch(`http://127.0.0.1:${proxy.port}${proxy.servicePath}/pets`);

  expect(await response.json()).toEqual([{ id: 1 }]);
});

test.for([
  ['the shop is open', {}, 200, []],
  ['a pet exists', { status: 'sold' }, 200, []],
  ['pet 7 is there', {}, 409, ['Provider state "pet 7 is there": state must be one of ']],
  ['there are at least this many pets', { count: 90 }, 409, ['--read-only excludes']],
] as const)('with readOnly, the state "%s" gets a response', async (row) => {
  const [state, params, status, reasons] = row;
  const { setUp, problems } = await open(true);

  expect((await setUp(state, params)).status).toBe(status);
  expect(problems).toEqual(reasons.map((reason) => expect.stringContaining(reason)));
});

test('with readOnly, POST is not sent', async () => {
  const { send, problems, recorded } = await open(true);

  await expect(send('/pets', 'Bearer key', '{}')).rejects.toThrow();
  expect(problems).toEqual(['POST /pets: --read-only excludes POST']);
  expect(recorded).toEqual([]);
});

test('a GET with a body is inconclusive', async () => {
  const { port, servicePath, problems } = await open();
  const get = request({ port, path: `${servicePath}/pets`, headers: { 'Content-Length': 2 } });

  await expect(once(get.end('{}'), 'response')).rejects.toThrow();
  expect(problems).toEqual(['GET /pets: a GET with a body is not sent']);
});

test('a service that does not respond is a response, which no pact expects', async () => {
  const silent = class extends Service {
    override answer(): Promise<never> {
      return Promise.reject(new Error('connection refused'));
    }
  };
  const { send, problems } = await open(false, silent);

  expect((await send('/pets', 'Bearer key')).status).toBe(502);
  expect(problems).toEqual([expect.stringMatching(/^GET \/pets: no complete response: /)]);
});

test('web pages do not find it', async () => {
  const { port, recorded } = await open();

  expect((await fetch(`http://127.0.0.1:${port}/service/pets`)).status).toBe(404);
  expect(recorded).toEqual([]);
});
