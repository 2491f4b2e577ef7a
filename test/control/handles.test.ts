import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import {
  ControlError,
  connect,
  createSimulator,
  type ExchangeCount,
  type InjectedRule,
  type Pet,
  type RecordedExchange,
  type RemoteSimulator,
  type RunningSimulator,
  type SandboxHandle,
  type Settings,
  type Simulator,
  type Snapshot,
  startSimulator,
  UsageError,
} from '../../src/index.js';
import { callService, controlled, openServer } from './open.js';

controlled(
  'a sandbox comes into being at its first use, and is gone when it is dropped',
  async (open) => {
    const simulator = await open();
    const sandbox = simulator.sandbox('checkout-7');
    const names = async () => (await simulator.sandboxes()).map(({ name }) => name);
    expect(await names()).toEqual(['default']);

    await sandbox.pets.add({ name: 'Rex', categoryId: 1 });
    expect(await names()).toEqual(['default', 'checkout-7']);
    await sandbox.drop();
    await sandbox.drop();

    expect(await names()).toEqual(['default']);
    expect(await sandbox.pets.list()).toHaveLength(50);
  },
);

controlled('a sandbox is dropped at the end of its block', async (open) => {
  const simulator = await open();
  {
    await using sandbox = simulator.sandbox();
    await sandbox.inject({ code: 503 });
    expect(await simulator.sandboxes()).toHaveLength(2);
  }

  expect(await simulator.sandboxes()).toHaveLength(1);
});

controlled('address and key of a sandbox lead to it, each by itself', async (open) => {
  const simulator = await open({ fixture: 'empty' });
  const usual = simulator.sandbox('default');
  const sandbox = simulator.sandbox('checkout-7');
  await usual.pets.add({ name: 'usual', categoryId: 1 });
  await sandbox.pets.add({ name: 'own', categoryId: 1 });
  const list = { path: '/pets' };

  const byAddress = await callService(simulator, { ...usual, url: sandbox.url }, list);
  const byKey = await callService(simulator, { ...usual, apiKey: sandbox.apiKey }, list);
  const byBoth = await callService(simulator, sandbox, list);

  expect([usual.apiKey, sandbox.apiKey]).toEqual(['test-key', 'test-key.checkout-7']);
  expect(JSON.parse(byAddress.text)).toMatchObject([{ name: 'own' }]);
  expect([byKey.text, byBoth.text]).toEqual([byAddress.text, byAddress.text]);
  expect(JSON.parse((await callService(simulator, usual, list)).text)).toMatchObject([
    { name: 'usual' },
  ]);
});

controlled('sandboxes without a name are new ones', async (open) => {
  const simulator = await open();
  const names = Array.from({ length: 50 }, () => simulator.sandbox().name);

  expect(new Set(names).size).toBe(50);
  for (const name of names) {
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  }
});

controlled('a name that can be none is refused at once, with a sentence', async (open) => {
  const simulator = await open();

  for (const name of ['', 'a b', 'a.b', '../x', 'é', 'a'.repeat(65)]) {
    expect(() => simulator.sandbox(name)).toThrow(UsageError);
    expect(() => simulator.sandbox(name)).toThrow('Legal are 1 to 64 letters, digits, hyphens');
  }
});

controlled(
  'pets are added and listed with exact identifiers, unseen by the journal',
  async (open) => {
    const simulator = await open({ fixture: 'empty', choose: { 'id-scheme': 'large' } });
    const sandbox = simulator.sandbox();
    await sandbox.inject({ code: 503 });
    const largest = 9_223_372_036_854_775_807n;

    const rex = await sandbox.pets.add({ name: 'Rex', categoryId: largest, status: 'sold' });
    const tom = await sandbox.pets.add({ name: '', categoryId: 7 });

    expect(rex).toEqual({
      id: 9_007_199_254_740_995n,
      name: 'Rex',
      categoryId: largest,
      status: 'sold',
    });
    expect(await sandbox.pets.list()).toEqual([rex, tom]);
    expect(await sandbox.requests()).toEqual([]);
    await sandbox.clearRules();
    const { text } = await callService(simulator, sandbox, { path: `/pets/${rex.id}` });
    expect(text).toBe(
      '{"id":9007199254740995,"name":"Rex","categoryId":9223372036854775807,"status":"sold"}',
    );
  },
);

controlled('what cannot be done rejects with a ControlError, in a sentence', async (open) => {
  const sandbox = (await open()).sandbox();
  const wrong: [() => Promise<unknown>, string][] = [
    [
      () => sandbox.inject({ operation: 'listPets', code: 404 }),
      "listPets can't be made to answer 404",
    ],
    [() => sandbox.inject({ times: 1 }), 'The rule forces nothing.'],
    [
      () => sandbox.pets.add({ name: 'Rex', categoryId: 1.5 }),
      'categoryId of the body must be an int64',
    ],
    [() => sandbox.requests({ limit: 0 }), 'The query parameter limit must be at least 1'],
    [() => sandbox.reset({ fixture: 'nothing' }), 'fixture of the body must be one of default'],
    [() => sandbox.clock.freeze('soon'), 'now of the body must be an instant'],
    [() => sandbox.settings.set({ latency: '2-1' }), 'latency of the body must be milliseconds'],
    [() => sandbox.count({ status: 99 }), 'status of the body must be at least 100'],
    [() => sandbox.restore({} as Snapshot), 'The body lacks snapshot.'],
  ];

  for (const [call, said] of wrong) {
    await expect(call()).rejects.toThrow(ControlError);
    await expect(call()).rejects.toThrow(said);
    await expect(call()).rejects.toMatchObject({ problem: 'malformed' });
  }
});

controlled('what is told can be changed without changing the sandbox', async (open) => {
  const sandbox = (await open()).sandbox();
  const rule = { code: 503, match: { query: { limit: '1' } } };
  await sandbox.inject(rule);
  const before = await sandbox.snapshot();

  rule.match.query.limit = '2';
  (before.choices as Record<string, string>)['list-order'] = 'shuffled';
  before.pets.length = 0;

  const after = await sandbox.snapshot();
  expect(after.choices['list-order']).toBe('oldest-first');
  expect(after.pets).toHaveLength(50);
  expect(after.scenarios[0]?.match?.query).toEqual({ limit: '1' });
});

test('handles are of one type, however they are had', () => {
  expectTypeOf<ReturnType<Simulator['sandbox']>>().toEqualTypeOf<SandboxHandle>();
  expectTypeOf<ReturnType<RunningSimulator['sandbox']>>().toEqualTypeOf<SandboxHandle>();
  expectTypeOf<ReturnType<RemoteSimulator['sandbox']>>().toEqualTypeOf<SandboxHandle>();
  expectTypeOf<SandboxHandle['inject']>().returns.resolves.toEqualTypeOf<InjectedRule>();
  expectTypeOf<SandboxHandle['requests']>().returns.resolves.toEqualTypeOf<RecordedExchange[]>();
  expectTypeOf<SandboxHandle['count']>().returns.resolves.toEqualTypeOf<ExchangeCount>();
  expectTypeOf<SandboxHandle['snapshot']>().returns.resolves.toEqualTypeOf<Snapshot>();
  expectTypeOf<SandboxHandle['pets']['list']>().returns.resolves.toEqualTypeOf<Pet[]>();
  expectTypeOf<SandboxHandle['settings']['set']>().returns.resolves.toEqualTypeOf<Settings>();
  expectTypeOf<SandboxHandle>().toExtend<AsyncDisposable>();
});

test('a wrong call does not compile', () => {
  const sandbox = createSimulator().sandbox();
  const never = () => [
    // @ts-expect-error an operation that there isn't
    sandbox.inject({ operation: 'deletePet', code: 503 }),
    // @ts-expect-error a field that there isn't
    sandbox.inject({ code: 503, tmies: 2 }),
    // @ts-expect-error a note that there isn't
    sandbox.requests({ note: 'opened' }),
    // @ts-expect-error a profile that there isn't
    sandbox.reset({ profile: 'nice' }),
    // @ts-expect-error a choice of another point
    sandbox.settings.set({ choose: { 'list-order': 'clamp' } }),
    // @ts-expect-error an identifier that was rounded before
    sandbox.pets.add({ name: 'Rex', categoryId: '1' }),
  ];

  expect(never).toBeTypeOf('function');
});

test('connect takes the address of the service, of a sandbox, or of the server', async () => {
  const simulator = await openServer();

  for (const path of ['', '/', '/v1', '/sandboxes/x/v1', '/v1/?a=b#c']) {
    const remote = connect(simulator.origin + path);

    expect([remote.url, remote.origin]).toEqual([simulator.url, simulator.origin]);
    expect(await remote.sandboxes()).toHaveLength(1);
  }
});

test.for(['', 'localhost:4010', '127.0.0.1', 'ftp://127.0.0.1', 'file:///tmp', '/v1'])(
  'connect to %j is refused at once, and says what an address is like',
  (address) => {
    expect(() => connect(address)).toThrow(UsageError);
    expect(() => connect(address)).toThrow('must be like http://127.0.0.1:4010');
  },
);

test('where nothing listens, a call says so', async () => {
  const simulator = await startSimulator();
  await simulator.close();

  const calling = connect(simulator.url).sandbox().snapshot();

  await expect(calling).rejects.toThrow(ControlError);
  await expect(calling).rejects.toThrow(
    new RegExp(`^No simulator can be reached at ${simulator.origin}: .+\\. Is it running\\?$`),
  );
});

test.for([
  ['a page', 200, '<html>'],
  ['JSON without a sentence', 404, '{"error":"nope"}'],
  ['nothing', 502, ''],
] as [string, number, string][])(
  'where another server answers with %s, a call says so',
  async ([, status, text]) => {
    const server = createServer((_request, response) => response.writeHead(status).end(text));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;

    const calling = connect(`http://127.0.0.1:${port}`).sandbox().pets.list();

    await expect(calling).rejects.toThrow(ControlError);
    await expect(calling).rejects.toThrow(
      `What answers at http://127.0.0.1:${port} is no simulator: it answered ${status}`,
    );
  },
);

test('a token is sent, and without it or with a wrong one a call says which header is missing', async () => {
  const simulator = await openServer({ adminToken: 'open-sesame' });
  const listing = (options: Parameters<typeof connect>[1]) =>
    connect(simulator.url, options).sandbox().pets.list();

  expect(await listing({ adminToken: 'open-sesame' })).toHaveLength(50);
  for (const options of [{}, { adminToken: 'open-barley' }]) {
    await expect(listing(options)).rejects.toMatchObject({
      name: 'ControlError',
      problem: 'forbidden',
    });
    await expect(listing(options)).rejects.toThrow('Simulator-Admin-Token');
  }
});

test('handles of the simulator itself need no token', async () => {
  const simulator = await openServer({ adminToken: 'open-sesame' });

  expect(await simulator.sandbox().pets.list()).toHaveLength(50);
});

test('connect takes address, key and token from the environment', async () => {
  const simulator = await openServer({ adminToken: 'open-sesame', apiKey: 'my-key' });
  const environment = {
    ANIMAL_STORE_URL: simulator.url,
    ANIMAL_STORE_API_KEY: 'my-key',
    ANIMAL_STORE_ADMIN_TOKEN: 'open-sesame',
  };
  const before = { ...process.env };
  onTestFinished(() => {
    process.env = before;
  });
  Object.assign(process.env, environment);

  const sandbox = connect().sandbox('x');

  expect(await sandbox.pets.list()).toHaveLength(50);
  expect(sandbox).toMatchObject({ apiKey: 'my-key.x', url: `${simulator.origin}/sandboxes/x/v1` });
});
