import { getResponse } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSimulator, type PortableOptions, UsageError } from '../../../src/browser.js';
import { handlers } from '../../../src/msw.js';

const baseUrl = 'https://api.example.com/v1';
const key = { Authorization: 'Bearer test-key' };

/** Starts MSW in this process, with a simulator behind it. */
function openServer(options: PortableOptions = {}) {
  const simulator = createSimulator(options);
  const server = setupServer(...handlers(simulator, { baseUrl }));
  server.listen({ onUnhandledRequest: 'error' });
  onTestFinished(() => server.close());
  return simulator;
}

/** The answer to one request, without MSW in between; undefined where nothing matches. */
const answer = (url: string, init: RequestInit = { headers: key }, base = baseUrl) =>
  getResponse(handlers(createSimulator(), { baseUrl: base }), new Request(url, init));

test('answers fetch as the simulator does', async () => {
  const simulator = openServer({ seed: 7, pets: 3 });
  const expected = await simulator.fetch('http://localhost/v1/pets?limit=2', { headers: key });

  const response = await fetch(`${baseUrl}/pets?limit=2`, { headers: key });

  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual(Object.fromEntries(expected.headers));
  expect(await response.text()).toBe(await expected.text());
});

test('creates a pet, with every digit of its category', async () => {
  openServer();
  const body = '{"name":"Rex","categoryId":9223372036854775807}';

  const created = await fetch(`${baseUrl}/pets`, {
    method: 'POST',
    headers: { ...key, 'Content-Type': 'application/json' },
    body,
  });

  expect(created.status).toBe(201);
  expect(await created.text()).toContain('"categoryId":9223372036854775807');
  const found = await fetch(`${baseUrl}/pets/51`, { headers: key });
  expect(await found.text()).toBe('{"id":51,"name":"Rex","categoryId":9223372036854775807}');
});

test.for(['reset', 'empty'])('loses the connection with fault=%s', async (fault) => {
  openServer();

  const headers = { ...key, Prefer: `fault=${fault}` };

  await expect(fetch(`${baseUrl}/pets`, { headers })).rejects.toThrow(TypeError);
});

test('tells the simulator that the client aborts', async () => {
  const controller = new AbortController();
  let isAborted = () => false;
  const fetch = async (request: Request | URL | string) => {
    isAborted = () => (request as Request).signal.aborted;
    return new Response();
  };
  const { signal } = controller;

  await getResponse(handlers({ fetch }, { baseUrl }), new Request(`${baseUrl}/pets`, { signal }));
  controller.abort();

  expect(isAborted()).toBe(true);
});

test.for([
  `${baseUrl}/store/orders`,
  `${baseUrl}/pets/1/toys`,
  'https://api.example.com/v2/pets',
  'https://other.example.com/v1/pets',
])('leaves %s to MSW', async (url) => {
  expect(await answer(url)).toBeUndefined();
});

test.for([
  ['https://api.example.com/v1/', 'https://api.example.com/v1/pets'],
  ['https://api.example.com', 'https://api.example.com/pets'],
  ['http://localhost:3000/api/animals', 'http://localhost:3000/api/animals/pets'],
] as const)('serves below the base URL %s', async ([base, url]) => {
  expect((await answer(url, { headers: key }, base))?.status).toBe(200);
});

test('refuses a body that is not UTF-8 as the service does', async () => {
  const headers = { ...key, 'Content-Type': 'application/json' };
  const body = Buffer.from('{"name":"\xff","categoryId":1}', 'latin1');

  expect((await answer(`${baseUrl}/pets`, { method: 'POST', headers, body }))?.status).toBe(400);
});

test('refuses another method as the service does', async () => {
  expect((await answer(`${baseUrl}/pets`, { method: 'DELETE', headers: key }))?.status).toBe(405);
});

test.for(['development', 'production'])(
  'gives pages in %s the simulator, or not',
  (environment) => {
    const page = {};
    vi.stubGlobal('window', page);
    vi.stubEnv('NODE_ENV', environment);
    onTestFinished(() => void vi.unstubAllGlobals().unstubAllEnvs());
    const simulator = createSimulator();

    handlers(simulator, { baseUrl });

    expect(page).toEqual(environment === 'development' ? { animalStore: simulator } : {});
  },
);

test('refuses a base URL that is no URL', () => {
  expect(() => handlers(createSimulator(), { baseUrl: 'api.example.com/v1' })).toThrow(
    new UsageError(
      'baseUrl must be a URL such as https://api.example.com/v1, or a path such as /v1; got "api.example.com/v1".',
    ),
  );
});
