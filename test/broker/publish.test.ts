import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { committedText, parseContract } from './contract-files.js';
import { type Environment, publishContracts, publishContractsOf, root } from './run-program.js';
import { answers, startStandIn } from './stand-in.js';

const version = { PACT_BROKER_CONSUMER_VERSION: '1.2.3' };
const token = { PACT_BROKER_TOKEN: 'token-that-nobody-sees' };
const tokenOfAFile = { PACT_BROKER_TOKEN: `${token.PACT_BROKER_TOKEN}\n` };
const user = { PACT_BROKER_USERNAME: 'ann', PACT_BROKER_PASSWORD: 'password-that-nobody-sees' };

const publishTo = (url: string, environment: Environment = {}) =>
  publishContractsOf(root, { PACT_BROKER_BASE_URL: url, ...version, ...environment });

/** An address at which nobody listens. */
async function abandonedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

describe('publishing', () => {
  test('is npm run contracts:publish: it asks the broker where contracts go, and sends them there', async () => {
    const broker = await startStandIn();

    const { code, stdout, stderr } = await publishContracts({
      PACT_BROKER_BASE_URL: broker.url,
      ...version,
    });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Stored as version 1.2.3.');
    expect(broker.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /',
      'POST /contracts/publish',
    ]);
  });

  test('sends the contract of this consumer and this provider with every digit', async () => {
    const broker = await startStandIn();

    await publishTo(broker.url);

    const { contracts } = broker.publication();
    expect(contracts).toHaveLength(1);
    expect(contracts[0]).toMatchObject({
      consumerName: 'animal-store-client',
      providerName: 'animal-store',
    });
    const content = Buffer.from(contracts[0]?.content ?? '', 'base64').toString();
    expect(content).toContain('9007199254740993');
    expect(parseContract(content)).toEqual(parseContract(committedText));
  });

  test('sends the version and the branch of the variables', async () => {
    const broker = await startStandIn();

    await publishTo(broker.url, { PACT_BROKER_CONSUMER_BRANCH: 'feature/x' });

    expect(broker.publication()).toMatchObject({
      pacticipantName: 'animal-store-client',
      pacticipantVersionNumber: '1.2.3',
      branch: 'feature/x',
    });
  });

  test.for([
    ['a token as a bearer', token, 'Bearer token-that-nobody-sees'],
    [
      'a token without the line break that a file ends with',
      tokenOfAFile,
      `Bearer ${token.PACT_BROKER_TOKEN}`,
    ],
    ['a user with a password', user, `Basic ${btoa('ann:password-that-nobody-sees')}`],
    ['nobody, when the variables are empty', { PACT_BROKER_TOKEN: '' }, undefined],
  ] as const)('names with each request %s', async ([, identity, authorization]) => {
    const broker = await startStandIn();

    const { code } = await publishTo(broker.url, identity);

    expect(code).toBe(0);
    expect(broker.received.map((request) => request.authorization)).toEqual([
      authorization,
      authorization,
    ]);
  });

  test('shows a token to nobody who lists the processes', async ({ skip }) => {
    const broker = await startStandIn();

    await publishTo(broker.url, token);

    skip(broker.processes.length === 0, 'This machine has no /proc to list the processes with.');
    const shown = broker.processes.filter((process) => process.includes('broker\0publish'));
    expect(shown).not.toEqual([]);
    expect(broker.processes.filter((one) => one.includes(token.PACT_BROKER_TOKEN))).toEqual([]);
  });

  test('--help names every variable, and the exit codes', async () => {
    const { code, stdout } = await publishContractsOf(root, {}, '--help');

    expect(code).toBe(0);
    for (const text of [
      'BASE_URL',
      'TOKEN',
      'USERNAME',
      'PASSWORD',
      'CONSUMER_VERSION',
      'CONSUMER_BRANCH',
    ]) {
      expect(stdout).toContain(`PACT_BROKER_${text}`);
    }
    expect(stdout).toContain('Exit codes:');
  });
});

describe('nothing is published, and the exit code is 2,', () => {
  test('without the address of a broker, and the variable to set is named', async () => {
    const { code, stdout, stderr } = await publishContractsOf(root, version);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Set PACT_BROKER_BASE_URL to its address');
    expect(stderr).toContain(
      'PACT_BROKER_BASE_URL=https://broker.example npm run contracts:publish',
    );
  });

  test.for([
    ['broker.example', '"broker.example"'],
    ['ftp://broker.example', '"ftp://broker.example"'],
    ['ann:secret@broker.example', '"***@broker.example"'],
  ] as const)('with the address %s, which is named', async ([address, named]) => {
    const { code, stderr } = await publishTo(address);

    expect(code).toBe(2);
    expect(stderr).toBe(
      `PACT_BROKER_BASE_URL must be an address that begins with http:// or https://, and ${named} came.\n`,
    );
  });

  test('when nobody listens there, and it is said soon', async () => {
    const address = await abandonedAddress();
    const start = performance.now();

    const { code, stderr } = await publishTo(address);

    expect(code).toBe(2);
    expect(stderr).toContain(`The Pact Broker at ${address}/ can't be reached.`);
    // The binary by itself tries for 63 seconds.
    expect(performance.now() - start).toBeLessThan(25_000);
  });

  test('when the broker never answers, and it waits no longer than it was told', async () => {
    const broker = await startStandIn(answers.nothing);

    const { code, stderr } = await publishTo(broker.url, { PACT_BROKER_TIMEOUT: '0.5' });

    expect(code).toBe(2);
    expect(stderr).toBe(
      `The Pact Broker at ${broker.url}/ did not answer within 0.5 seconds (PACT_BROKER_TIMEOUT).\n`,
    );
  });

  test('with a time limit that is none', async () => {
    const { code, stderr } = await publishTo('http://127.0.0.1', { PACT_BROKER_TIMEOUT: 'soon' });

    expect(code).toBe(2);
    expect(stderr).toBe(
      'PACT_BROKER_TIMEOUT must be a number of seconds up to 3600, and "soon" came.\n',
    );
  });

  test.for([
    ['the token', token, 'refuses the token of PACT_BROKER_TOKEN.'],
    ['the user', user, 'refuses PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.'],
    ['those without a token', {}, 'asks who is publishing. Set PACT_BROKER_TOKEN, or'],
  ] as const)('when the broker refuses %s', async ([, identity, reason]) => {
    const broker = await startStandIn(answers.unauthorized);

    const { code, stderr } = await publishTo(broker.url, identity);

    expect(code).toBe(2);
    expect(stderr).toContain(`The Pact Broker at ${broker.url}/ ${reason}`);
    expect(stderr).not.toContain('nobody-sees');
  });

  test('when the token may read but not publish, and the token isn’t shown', async () => {
    const broker = await startStandIn(answers.readOnly);

    const { code, stdout, stderr } = await publishTo(broker.url, token);

    expect(code).toBe(2);
    expect(stderr).toContain('refuses the token of PACT_BROKER_TOKEN.');
    expect(stderr).toContain('not with Bearer ***');
    expect(stdout + stderr).not.toContain('nobody-sees');
  });

  test('when the user in the address is refused, and the password isn’t shown', async () => {
    const broker = await startStandIn(answers.unauthorized);
    const address = broker.url.replace('//', '//ann:p%40ss-that-nobody-sees@');

    const { code, stdout, stderr } = await publishTo(address);

    expect(code).toBe(2);
    expect(stderr).toContain('refuses the user in PACT_BROKER_BASE_URL.');
    expect(stdout + stderr).not.toContain('nobody-sees');
  });

  test.for([
    ['answers a page', answers.aPage, 'text/html'],
    ['is out of order', answers.broken, '500'],
  ] as const)('when what is there %s, and that is said', async ([, answer, text]) => {
    const broker = await startStandIn(answer);

    const { code, stderr } = await publishTo(broker.url);

    expect(code).toBe(2);
    expect(stderr).toContain(`The Pact Broker at ${broker.url}/ could not be asked.`);
    expect(stderr).toContain(text);
  });

  test('with an argument, as there are none', async () => {
    const { code, stderr } = await publishContractsOf(root, {}, '--branch=main');

    expect(code).toBe(2);
    expect(stderr).toContain('"--branch=main" is no argument');
  });
});

test('a broker that has other contracts as that version is quoted, and the exit code is 1', async () => {
  const broker = await startStandIn(answers.otherContent);

  const { code, stderr } = await publishTo(broker.url);

  expect(code).toBe(1);
  expect(stderr).toContain(
    `The Pact Broker at ${broker.url}/ does not take the contracts as version 1.2.3.`,
  );
  expect(stderr).toContain('That version has other contracts.');
});
