import { getResponse } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSimulator, type PortableOptions, UsageError } from '../../../src/browser.js';
import { handlers } from '../../../src/msw.js';
import { fakeTime } from '../../support/fake-time.js';

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

const headers = { ...key, 'Content-Type': 'application/json' };
const post = (body: string | Buffer<ArrayBuffer>) => ({ method: 'POST', headers, body });

test.for<[status: number, path: string, init?: RequestInit]>([
  [200, '/pets?limit=2'],
  [201, '/pets', post('{"name":"Rex","categoryId":9223372036854775807}')],
  [400, '/pets', post(Buffer.from('{"name":"\xff","categoryId":1}', 'latin1'))],
  [405, '/pets', { method: 'DELETE', headers }],
])('answers %i as the simulator does: %s', async ([status, path, init = { headers }]) => {
  const options = { seed: 7, pets: 3 };
  // The header Date has seconds.
  fakeTime({ toFake: ['Date'] });
  openServer(options);
  const expected = await createSimulator(options).fetch(`http://localhost/v1${path}`, init);

  const response = await fetch(baseUrl + path, init);

  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toEqual(Object.fromEntries(expected.headers));
  expect(await response.text()).toBe(await expected.text());
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

test.for(['development', 'production'])(
  'gives pages in %s the simulator, or not',
  (environment) => {
    const page = {};
    vi.stubGlobal('window', page);
    vi.stubEnv('NODE_ENV', environment);
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
