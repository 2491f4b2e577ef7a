import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { parseContract, parts } from './contract-files.js';
import { type Environment, publishContracts, publishContractsOf, root } from './run-program.js';
import { answers, startStandIn } from './stand-in.js';

const version = { PACT_BROKER_CONSUMER_VERSION: '1.2.3' };
const token = { PACT_BROKER_TOKEN: 'token-that-nobody-sees' };
const tokenOfAFile = { PACT_BROKER_TOKEN: `${token.PACT_BROKER_TOKEN}\n` };
const user = { PACT_BROKER_USERNAME: 'ann', PACT_BROKER_PASSWORD: 'password-that-nobody-sees' };

const publishTo = (url: string, environment: Environment = {}) =>
  publishContractsOf(root, { PACT_BROKER_BASE_URL: url, ...version, ...environment });

/** A URL where no server listens. */
async function findUnusedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

describe('publishing', () => {
  test('with npm run contracts:publish sends the contracts to the link of the broker', async () => {
    const broker = await startStandIn();

    const { code, stdout, stderr } = await publishContracts({
      PACT_BROKER_BASE_URL: broker.url,
      ...version,
    });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Stored as version 1.2.3.');
    expect(broker.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /',
      ...parts.map(() => 'POST /contracts/publish'),
    ]);
  });

  test('sends each part of the contract with every digit', async () => {
    const broker = await startStandIn();

    await publishTo(broker.url);

    const sent = broker.publications().flatMap(({ contracts }) => contracts);
    const decode = (content: string) => Buffer.from(content, 'base64').toString();
    expect(sent.map(({ consumerName }) => consumerName)).toEqual(
      parts.map(({ consumer }) => consumer),
    );
    expect(sent.map(({ providerName }) => providerName)).toEqual(parts.map(() => 'animal-store'));
    expect(sent.map(({ content }) => parseContract(decode(content)))).toEqual(
      parts.map(({ text }) => parseContract(text)),
    );
  });

  test('sends the version and the branch of the variables', async () => {
    const broker = await startStandIn();

    await publishTo(broker.url, { PACT_BROKER_CONSUMER_BRANCH: 'feature/x' });

    expect(broker.publications()).toMatchObject(
      parts.map(({ consumer }) => ({
        pacticipantName: consumer,
        pacticipantVersionNumber: '1.2.3',
        branch: 'feature/x',
      })),
    );
  });

  test.for([
    ['a token as a bearer', token, 'Bearer token-that-nobody-sees'],
    [
      'a token without the line break that a file ends with',
      tokenOfAFile,
      `Bearer ${token.PACT_BROKER_TOKEN}`,
    ],
    ['a user with a password', user, `Basic ${btoa('ann:password-that-nobody-sees')}`],
    ['nothing, if the variables are empty', { PACT_BROKER_TOKEN: '' }, undefined],
  ] as const)('authenticates each request with %s', async ([, identity, authorization]) => {
    const broker = await startStandIn();

    const { code } = await publishTo(broker.url, identity);

    expect(code).toBe(0);
    const sent = new Set(broker.received.map((request) => request.authorization));
    expect([...sent]).toEqual([authorization]);
  });

  test('lets flags override the variables', async () => {
    const broker = await startStandIn();
    const environment = {
      PACT_BROKER_BASE_URL: 'http://127.0.0.1:1',
      PACT_BROKER_CONSUMER_BRANCH: 'main',
      GITHUB_REF: 'refs/heads/ci',
      ...version,
    };
    const flags = {
      broker: broker.url,
      'consumer-version': '4.5.6',
      branch: 'feature/y',
      tag: 'y',
      'build-url': 'https://ci.example/1',
    };

    const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
    const { code } = await publishContractsOf(root, environment, ...args);

    expect(code).toBe(0);
    expect(broker.publications()[0]).toMatchObject({
      pacticipantVersionNumber: '4.5.6',
      branch: 'feature/y',
      tags: ['y'],
      buildUrl: 'https://ci.example/1',
    });
  });

  test('repeats a request that fails with 500', async () => {
    let left = 2;
    const broker = await startStandIn((request, response) => {
      left -= 1;
      (left >= 0 ? answers.broken : answers.takesAll)(request, response);
    });

    const { code } = await publishTo(broker.url);

    expect(code).toBe(0);
  });

  test('--help lists every variable and the exit codes', async () => {
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

describe('fails with exit code 2', () => {
  test('without PACT_BROKER_BASE_URL', async () => {
    const { code, stdout, stderr } = await publishContractsOf(root, version);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Set --broker or PACT_BROKER_BASE_URL:');
    expect(stderr).toContain(
      'PACT_BROKER_BASE_URL=https://broker.example animal-store publish contracts',
    );
  });

  test.for([
    ['broker.example', '"broker.example"'],
    ['ftp://broker.example', '"ftp://broker.example"'],
    ['ann:secret@broker.example', '"***@broker.example"'],
  ] as const)('with the URL %s', async ([address, named]) => {
    const { code, stderr } = await publishTo(address);

    expect(code).toBe(2);
    expect(stderr).toBe(
      `PACT_BROKER_BASE_URL must begin with http:// or https://; got ${named}.\n`,
    );
  });

  test('if no server listens there', async () => {
    const address = await findUnusedUrl();

    const { code, stderr } = await publishTo(address);

    expect(code).toBe(2);
    expect(stderr).toContain(
      `The Pact Broker at ${address}/ cannot be reached: connection refused: no server listens there.`,
    );
  });

  test('if the broker does not respond within PACT_BROKER_TIMEOUT', async () => {
    const broker = await startStandIn(answers.nothing);

    const { code, stderr } = await publishTo(broker.url, { PACT_BROKER_TIMEOUT: '0.5' });

    expect(code).toBe(2);
    expect(stderr).toBe(
      `The Pact Broker at ${broker.url}/ did not respond within 0.5 seconds (PACT_BROKER_TIMEOUT).\n`,
    );
  });

  test('with a wrong timeout', async () => {
    const { code, stderr } = await publishTo('http://127.0.0.1', { PACT_BROKER_TIMEOUT: 'soon' });

    expect(code).toBe(2);
    expect(stderr).toBe(
      'PACT_BROKER_TIMEOUT must be a number of seconds up to 3600; got "soon".\n',
    );
  });

  test.for([
    ['the token', token, 'rejects the token of PACT_BROKER_TOKEN.'],
    ['the user', user, 'rejects PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.'],
    ['a request without credentials', {}, 'requires credentials. Set PACT_BROKER_TOKEN, or'],
  ] as const)('if the broker rejects %s', async ([, identity, reason]) => {
    const broker = await startStandIn(answers.unauthorized);

    const { code, stderr } = await publishTo(broker.url, identity);

    expect(code).toBe(2);
    expect(stderr).toContain(`The Pact Broker at ${broker.url}/ ${reason}`);
    expect(stderr).not.toContain('nobody-sees');
  });

  test('if the token may not publish, without showing it', async () => {
    const broker = await startStandIn(answers.readOnly);

    const { code, stdout, stderr } = await publishTo(broker.url, token);

    expect(code).toBe(2);
    expect(stderr).toContain('rejects the token of PACT_BROKER_TOKEN.');
    expect(stderr).toContain('not with Bearer ***');
    expect(stdout + stderr).not.toContain('nobody-sees');
  });

  test('if the broker rejects the user in the URL, without showing the password', async () => {
    const broker = await startStandIn(answers.unauthorized);
    const address = broker.url.replace('//', '//ann:p%40ss-that-nobody-sees@');

    const { code, stdout, stderr } = await publishTo(address);

    expect(code).toBe(2);
    expect(stderr).toContain('rejects the user in PACT_BROKER_BASE_URL.');
    expect(stdout + stderr).not.toContain('nobody-sees');
  });

  test.for([
    ['returns a page', answers.aPage, 'it returned no JSON. 200 <h1>Welcome</h1>'],
    ['returns 500', answers.broken, 'it returned 500 {"error":"out of order"}'],
  ] as const)('if the server %s', async ([, answer, text]) => {
    const broker = await startStandIn(answer);

    const { code, stderr } = await publishTo(broker.url);

    expect(code).toBe(2);
    expect(stderr).toContain(`The Pact Broker at ${broker.url}/ failed: ${text}`);
  });

  test('with an unknown option', async () => {
    const { code, stderr } = await publishContractsOf(root, {}, '--brnch=main');

    expect(code).toBe(2);
    expect(stderr).toContain("Unknown option '--brnch=main'.");
  });
});

test('fails with exit code 2 rather than sends the token to another origin', async () => {
  const other = await startStandIn();
  const broker = await startStandIn((_request, response) => {
    const links = { 'pb:publish-contracts': { href: `${other.url}/contracts/publish` } };
    response.end(JSON.stringify({ _links: links }));
  });

  const { code, stderr } = await publishTo(broker.url, token);

  expect(code).toBe(2);
  expect(stderr).toContain(`links to ${other.url}/contracts/publish, which has another origin`);
  expect(other.received).toEqual([]);
});

test('fails with exit code 2 if the broker redirects, and names the target', async () => {
  const broker = await startStandIn((_request, response) => {
    response.writeHead(301, { Location: 'https://broker.example/' }).end();
  });

  const { code, stderr } = await publishTo(broker.url);

  expect(code).toBe(2);
  expect(stderr).toContain('it redirects to https://broker.example/. Set the URL');
});

test('fails with exit code 2 if a response is too large', async () => {
  const broker = await startStandIn((_request, response) => {
    response.end('x'.repeat(16 * 1024 ** 2 + 1));
  });

  const { code, stderr } = await publishTo(broker.url);

  expect(code).toBe(2);
  expect(stderr).toContain('a response has more than 16777216 bytes');
});

test('fails with exit code 1 if the version has other contracts', async () => {
  const broker = await startStandIn(answers.otherContent);

  const { code, stderr } = await publishTo(broker.url);

  expect(code).toBe(1);
  expect(stderr).toContain(
    `The Pact Broker at ${broker.url}/ rejects the contracts of animal-store-client as version 1.2.3.`,
  );
  expect(stderr).toContain('That version has other contracts.');
});
