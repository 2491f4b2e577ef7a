import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { XMLParser } from 'fast-xml-parser';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { run } from '../../support/command.js';
import { openHttp, openProvider } from '../../verify/open-provider.js';
import { formatPact, verifyPact, writeTemporary } from './verify-pacts.js';

const headers = { Authorization: 'Bearer key-of-the-consumer' };

const list = {
  description: 'a list of pets',
  request: { method: 'GET', path: '/pets', headers },
  response: { status: 200 },
};
const wrong = { ...list, description: 'no pets', response: { status: 204 } };

const one = {
  description: 'a pet',
  providerState: 'a pet exists',
  request: { method: 'GET', path: '/pets/7', headers },
  response: { status: 200, body: { id: 7 }, matchingRules: { '$.body.id': { match: 'type' } } },
};

test('puts the key and the id of a state into a pact that has others', async () => {
  const pact = formatPact('2.0.0', [
    list,
    { ...one, request: { ...one.request, path: '/v1/pets/7' } },
  ]);

  const { code, stdout } = await verifyPact(await openProvider(), pact);

  expect(stdout).toContain('shop: 2 of 2 interactions passed\n');
  expect(code).toBe(0);
});

test('sends a wrong key where a state asks for one, and none where the pact has none', async () => {
  const rejected = { method: 'GET', path: '/pets' };
  const response = { status: 401 };
  const pact = formatPact('2.0.0', [
    { ...list, providerState: 'the API key is not valid', response },
    { description: 'no key', request: rejected, response },
    {
      description: 'no bearer',
      request: { ...rejected, headers: { Authorization: 'Basic a2V5' } },
      response,
    },
  ]);

  expect((await verifyPact(await openProvider(), pact)).report.outcome).toBe('passed');
});

test('sends and compares every digit of a large integer', async () => {
  const pact = formatPact('2.0.0', [
    {
      description: 'a large category',
      request: { method: 'POST', path: '/pets', headers, body: { name: 'Rex', categoryId: 'BIG' } },
      response: { status: 201, body: { categoryId: 'BIG' } },
    },
  ]).replaceAll('"BIG"', '9007199254740993');

  expect((await verifyPact(await openProvider(), pact)).report.outcome).toBe('passed');
});

test('an interaction whose state is unknown is inconclusive', async () => {
  const pact = formatPact('2.0.0', [{ ...one, providerState: 'pet 7 is there' }]);

  const { code, results } = await verifyPact(await openProvider(), pact);

  expect(results).toMatchObject([
    { outcome: 'inconclusive', reason: expect.stringContaining('got "pet 7 is there"') },
  ]);
  expect(code).toBe(2);
});

test('--state-map sets up the states of other tools', async () => {
  const pact = formatPact('2.0.0', [
    { ...one, providerState: 'pet 7 is sold' },
    { ...list, providerState: 'the shop is open' },
  ]);
  const map = {
    'pet 7 is sold': { state: 'a pet exists', params: { status: 'sold' } },
    'the shop is open': [],
  };
  const file = await writeTemporary('states.json', JSON.stringify(map));

  const { report } = await verifyPact(await openProvider(), pact, ['--state-map', file]);

  expect(report.outcome).toBe('passed');
});

test('an interaction whose state cannot be set up is inconclusive', async () => {
  const url = await openHttp((request, response) => {
    response.writeHead(request.method === 'POST' ? 403 : 200, {
      'Content-Type': 'application/json',
    });
    response.end(request.method === 'POST' ? '{}' : '[]');
  });

  const { code, results } = await verifyPact(
    { url, apiKey: 'some-key' },
    formatPact('2.0.0', [one]),
  );

  expect(results).toMatchObject([
    { outcome: 'inconclusive', reason: expect.stringMatching(/^POST \/pets .* got 403/) },
  ]);
  expect(code).toBe(2);
});

test('a service that does not answer fails, within the timeout', async () => {
  let requests = 0;
  const url = await openHttp((_request, response) => {
    requests += 1;
    if (requests <= 1) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    }
  });

  const pact = formatPact('2.0.0', [list]);
  const { code, results } = await verifyPact({ url, apiKey: 'some-key' }, pact, [
    '--timeout',
    '300',
  ]);

  expect(results).toMatchObject([
    { outcome: 'failed', reason: 'no complete response: nothing more within 300 ms (--timeout)' },
  ]);
  expect(code).toBe(1);
});

test('the deadline ends a verification', async () => {
  const url = await openHttp(() => {});

  const pact = formatPact('2.0.0', [list]);
  const { code, report } = await verifyPact({ url, apiKey: 'some-key' }, pact, [
    ...['--timeout', '400', '--deadline', '300'],
  ]);

  expect(report.reason).toBe('the deadline of 300 ms passed (--deadline)');
  expect(code).toBe(3);
});

test('--read-only sends no POST', async () => {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const { url, apiKey } = simulator;
  const request = { method: 'POST', path: '/pets', headers, body: { name: 'Rex', categoryId: 1 } };
  const created = { description: 'a new pet', request, response: { status: 201 } };

  const { results } = await verifyPact({ url, apiKey }, formatPact('2.0.0', [created, list]), [
    '--read-only',
  ]);

  expect(results.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'passed']);
});

test('--accepted excuses a failure until its date', async () => {
  const accept = (until: string) =>
    writeTemporary(
      'accepted.json',
      JSON.stringify([{ consumer: 'shop', interaction: 'no pets', until, reason: 'SHOP-12' }]),
    );
  const pact = formatPact('2.0.0', [list, wrong]);
  const provider = await openProvider();

  const valid = await verifyPact(provider, pact, ['--accepted', await accept('2999-12-31')]);
  const expired = await verifyPact(provider, pact, ['--accepted', await accept('2020-12-31')]);

  expect(valid.stdout).toContain('shop: 1 of 2 interactions passed; 1 accepted\n');
  expect([valid.code, expired.code]).toEqual([0, 1]);
});

test('reports failures as text, JUnit XML and annotations', async () => {
  const junit = await writeTemporary('report.xml', '');

  const { stdout } = await verifyPact(
    await openProvider(),
    formatPact('2.0.0', [list, wrong]),
    ['--junit', junit],
    { environment: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '' } },
  );

  expect(stdout).toContain('  failed: no pets\n    status: expected 204 but was 200\n');
  expect(stdout).toContain('::error title=shop%3A no pets::status: expected 204 but was 200\n');
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
  expect(parser.parse(await readFile(junit, 'utf8'))).toMatchObject({
    testsuites: { testsuite: { tests: '2', failures: '1' } },
  });
});

test('reports no key that a service returns', async () => {
  const url = await openHttp((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify([request.headers.authorization]));
  });
  const body = ['another text'];
  const pact = formatPact('2.0.0', [{ ...list, response: { status: 200, body } }]);

  const { results } = await verifyPact({ url, apiKey: 'secret-key-of-the-service' }, pact);

  expect(results[0]?.reason).toContain('Bearer ***');
});

test.each([
  [['--pact', 'nowhere.json'], 'There is no pact nowhere.json.'],
  [['--selector', 'mainBranch'], '--selector requires --broker.'],
  [['--accepted', 'file'], '--accepted requires --pact or --broker.'],
  [['--pact', 'contracts', '--only', '4.1'], '--pact cannot be used with --only'],
  [['--pact', 'contracts', '--broker', 'http://localhost'], '--pact cannot be used with --broker.'],
  [['--broker', 'http://localhost', '--enable-pending'], 'requires --provider-branch'],
  [['--broker', 'http://user:secret@localhost'], 'URLs without credentials'],
  [['--pact', 'contracts', '--publish-results', '--provider-version', '1'], 'requires --broker'],
  [['--broker', 'http://localhost', '--selector', 'newest'], '--selector must be mainBranch'],
])('%j is wrong usage', async (flags, message) => {
  const target = ['--url', 'http://127.0.0.1:1', '--api-key', 'some-key'];

  const { code, stderr } = await run(['verify', ...target, ...flags]).finished;

  expect(stderr).toContain(message);
  expect(stderr).not.toContain('secret');
  expect(code).toBe(3);
});

test('sends the token to the broker only', async () => {
  const authorizations: (string | undefined)[] = [];
  const server = createServer(({ headers: { authorization } }, response) => {
    authorizations.push(authorization);
    response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { url, apiKey } = await openProvider();
  const target = ['verify', '--url', url, '--api-key', apiKey];
  const environment = {
    PACT_BROKER_TOKEN: 'token-of-the-broker',
    PACT_BROKER_BASE_URL: 'http://localhost:1',
  };

  await run([...target, '--pact', `${origin}/pact`], { environment }).finished;
  const { code, stdout, stderr } = await run([...target, '--broker', origin], { environment })
    .finished;

  expect(authorizations).toContain('Bearer token-of-the-broker');
  expect(authorizations[0]).toBeUndefined();
  expect(code).toBe(3);
  expect(stdout).toContain('401 Unauthorized');
  expect(stdout + stderr).not.toContain('token-of-the-broker');
});
