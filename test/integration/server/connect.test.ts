import { expect, test, vi } from 'vitest';
import { connect, SimulatorError, startSimulator, UsageError } from '../../../src/index.js';
import { openServer } from '../../support/control.js';
import { writePair } from '../../support/files.js';
import { openHttp } from '../../support/open-http.js';
import { start } from '../../support/simulator.js';

test('connect takes the URL of the service, a sandbox or the server', async () => {
  const simulator = await openServer();

  for (const path of ['', '/', '/v1', '/sandboxes/x/v1', '/v1/?a=b#c']) {
    const remote = connect(simulator.origin + path);

    expect([remote.url, remote.origin]).toEqual([simulator.url, simulator.origin]);
    expect(await remote.sandboxes()).toHaveLength(1);
  }
});

test.for(['', 'localhost:4010', '127.0.0.1', 'ftp://127.0.0.1', 'file:///tmp', '/v1'])(
  'connect rejects the URL %j',
  (address) => {
    expect(() => connect(address)).toThrow(UsageError);
    expect(() => connect(address)).toThrow('must be like http://127.0.0.1:4010');
  },
);

test('rejects a certificate that is not trusted', async () => {
  const simulator = await start(writePair());

  const calling = connect(simulator.url).sandbox().snapshot();

  await expect(calling).rejects.toThrow('the certificate is not trusted (self-signed certificate)');
});

test('rejects when no simulator is running', async () => {
  const simulator = await startSimulator();
  await simulator.close();

  const calling = connect(simulator.url).sandbox().snapshot();

  await expect(calling).rejects.toThrow(SimulatorError);
  await expect(calling).rejects.toThrow(`No simulator responded at ${simulator.origin}: `);
});

test.for([
  ['a page', 200, '<html>'],
  ['JSON without a sentence', 404, '{"error":"nope"}'],
  ['nothing', 502, ''],
] as [string, number, string][])(
  'rejects when another server answers with %s',
  async ([, status, text]) => {
    const origin = await openHttp((_, response) => response.writeHead(status).end(text), '');

    const calling = connect(origin).sandbox().pets.list();

    await expect(calling).rejects.toThrow(SimulatorError);
    await expect(calling).rejects.toThrow(
      `The server at ${origin} is not a simulator: it answered ${status} with `,
    );
  },
);

test('sends the admin token, and rejects without the right one', async () => {
  const simulator = await openServer({ adminToken: 'open-sesame' });
  const listing = (options: Parameters<typeof connect>[1]) =>
    connect(simulator.url, options).sandbox().pets.list();

  expect(await listing({ adminToken: 'open-sesame' })).toHaveLength(50);
  for (const options of [{}, { adminToken: 'open-barley' }]) {
    await expect(listing(options)).rejects.toMatchObject({
      name: 'SimulatorError',
      code: 'simulator_token_refused',
    });
    await expect(listing(options)).rejects.toThrow('Simulator-Admin-Token');
  }
});

test('connect takes URL, key and token from the environment', async () => {
  const simulator = await openServer({ adminToken: 'open-sesame', apiKey: 'my-key' });
  const environment = {
    ANIMAL_STORE_URL: simulator.url,
    ANIMAL_STORE_API_KEY: 'my-key',
    ANIMAL_STORE_ADMIN_TOKEN: 'open-sesame',
  };
  for (const [name, value] of Object.entries(environment)) {
    vi.stubEnv(name, value);
  }

  const sandbox = connect().sandbox('x');

  expect(await sandbox.pets.list()).toHaveLength(50);
  expect(sandbox).toMatchObject({ apiKey: 'my-key.x', url: `${simulator.origin}/sandboxes/x/v1` });
});

test('calls again when the server has closed the idle connection', async () => {
  const used = new WeakSet<object>();
  const url = await openHttp(({ socket }, response) => {
    if (used.has(socket)) {
      socket.destroy();
      return;
    }
    used.add(socket);
    response.end('{"sandboxes":[]}');
  });
  const remote = connect(url);

  for (let call = 0; call < 3; call += 1) {
    expect(await remote.sandboxes()).toEqual([]);
  }
});
