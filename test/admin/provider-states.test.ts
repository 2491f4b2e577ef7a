import { expect, onTestFinished, test } from 'vitest';
import { type SimulatorOptions, startSimulator } from '../../src/index.js';

async function open(options: SimulatorOptions = {}) {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  const change = async (body: unknown, query = '', headers: Record<string, string> = {}) => {
    const response = await fetch(`${simulator.origin}/__admin/provider-states${query}`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, json: await response.json() };
  };
  const get = async (path: string, apiKey: string) => {
    const headers = { Authorization: `Bearer ${apiKey}` };
    const response = await fetch(`${simulator.url}${path}`, { headers });
    return { status: response.status, json: await response.json() };
  };
  return { apiKey: simulator.apiKey, change, get };
}

test('returns a key that the service accepts', async () => {
  const { change, get } = await open({ apiKey: 'other-key' });

  const { json } = await change({ state: 'the API key is valid', action: 'setup' });

  expect((await get('/pets', json.apiKey)).status).toBe(200);
});

test('returns a key that the service rejects', async () => {
  const { change, get } = await open();

  const { json } = await change({ state: 'the API key is not valid' });

  expect((await get('/pets', json.apiKey)).status).toBe(401);
});

test.for(['available', 'pending', 'sold'])('sets up a pet that is %s', async (status) => {
  const { apiKey, change, get } = await open();

  const { json } = await change({ state: 'a pet exists', params: { status } });

  expect((await get(`/pets/${json.petId}`, apiKey)).json.status).toBe(status);
});

test('sets up a pet without a status as the profile defines it', async () => {
  const { apiKey, change, get } = await open();

  const { json } = await change({ state: 'a pet exists' });

  expect((await get(`/pets/${json.petId}`, apiKey)).json).not.toHaveProperty('status');
});

test('returns an unused identifier, with large ones seeded too', async () => {
  const { apiKey, change, get } = await open({ fixture: 'large-ids' });

  const { json } = await change({ state: 'no pet has the identifier' });

  expect((await get(`/pets/${json.petId}`, apiKey)).status).toBe(404);
});

test('sets up the requested number of pets', async () => {
  const { apiKey, change, get } = await open({ fixture: 'empty' });

  await change({ state: 'there are at least this many pets', params: { count: 21 } });

  expect((await get('/pets?limit=100', apiKey)).json).toHaveLength(21);
});

test.for([
  ['by the query', '?sandbox=checkout-7', {}],
  ['by the header', '', { 'Simulator-Sandbox': 'checkout-7' }],
] as const)('sets up the sandbox selected %s, and returns its key', async ([, query, headers]) => {
  const { change, get } = await open();

  const { json: pet } = await change({ state: 'a pet exists' }, query, headers);
  const { json: key } = await change({ state: 'the API key is valid' }, query, headers);

  expect(key.apiKey).toBe('test-key.checkout-7');
  expect((await get(`/pets/${pet.petId}`, key.apiKey)).status).toBe(200);
  expect((await get(`/pets/${pet.petId}`, 'test-key')).status).toBe(404);
});

test('rejects two sandboxes', async () => {
  const { change } = await open();

  const { status, json } = await change({ state: 'a pet exists' }, '?sandbox=a', {
    'Simulator-Sandbox': 'b',
  });

  expect(status).toBe(501);
  expect(json.code).toBe('simulator_contradiction');
});

test.for([{ state: '' }, { state: 'a pet exists', action: 'teardown' }])(
  'sets nothing up for %j',
  async (body) => {
    const { change } = await open();

    expect(await change(body)).toEqual({ status: 200, json: {} });
  },
);

test.for([
  ['', 'The body must be JSON: it is empty.'],
  ['[]', 'The body must be an object; got an array.'],
  ['{', 'The body must be JSON'],
  ['null', 'The body must be an object; got null.'],
  [{ state: 5 }, 'state of the body must be a string; got 5 (a number).'],
  [{ state: 'x', params: [] }, 'params of the body must be an object'],
  [{ state: '__proto__' }, 'a pet exists'],
  [{ state: 'a dog exists' }, 'a pet exists'],
  [{ state: 'a pet exists', params: { status: 'eaten' } }, 'available, pending, sold'],
  [{ state: 'there are at least this many pets' }, 'from 0 to 100'],
  [{ state: 'a category exists', params: { categoryId: 7 } }, 'string of digits'],
] as const)('explains the wrong body %j', async ([body, help]) => {
  const { change } = await open();

  const { status, json } = await change(body);

  expect(status).toBe(400);
  expect(json.message).toContain(help);
});

test('accepts only POST', async () => {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());

  const response = await fetch(`${simulator.origin}/__admin/provider-states`);

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST, OPTIONS');
});

test('answers OPTIONS with Allow', async () => {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());

  const response = await fetch(`${simulator.origin}/__admin/provider-states`, {
    method: 'OPTIONS',
  });

  expect([response.status, response.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
});

test('bypasses rules and latency, and uses up no rule', async () => {
  const simulator = await startSimulator({ latency: 60_000 });
  onTestFinished(() => simulator.close());
  const sandbox = simulator.sandbox('default');
  await sandbox.addRule({ code: 503, times: 1 });

  const response = await fetch(`${simulator.origin}/__admin/provider-states`, {
    method: 'POST',
    body: JSON.stringify({ state: 'a pet exists', params: { status: 'sold' } }),
  });

  expect(response.status).toBe(200);
  expect(await sandbox.rules()).toMatchObject([{ applied: 0 }]);
});
