import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { run } from '../../support/command.js';
import { openHttp } from '../../support/open-http.js';
import { flagsOf, openProvider } from '../../verify/open-provider.js';
import { formatPact, verifyPact } from './verify-pacts.js';

const headers = { Authorization: 'Bearer key-of-the-consumer' };

const list = {
  description: 'a list of pets',
  request: { method: 'GET', path: '/pets', headers },
  response: { status: 200 },
};
const wrong = { ...list, description: 'no pets', response: { status: 204 } };
const unknown = { ...list, description: 'a pet', providerState: 'pet 7 is there' };
const keyless = { ...list, request: { method: 'GET', path: '/pets' } };
const rejected = { ...keyless, description: 'no key', response: { status: 401 } };
const onlyLists = ['--', '--filter-description', 'a list'];

test.for([
  ['passes', [list], [], 0],
  ['passes if the options of Pact select so', [list, wrong], onlyLists, 0],
  ['passes without a key, or with one that must be rejected', [keyless, rejected], [], 0],
  ['fails', [list, wrong, unknown], [], 1],
  ['is inconclusive without the state', [list, unknown], [], 2],
] as const)('a pact %s', async ([, interactions, flags, expected]) => {
  const pact = formatPact('2.0.0', interactions);

  const { code, report, stdout } = await verifyPact(await openProvider(), pact, flags);

  expect(stdout).toContain('a list of pets (');
  expect(report.interactionResults).toContainEqual(expect.objectContaining({ result: 'OK' }));
  expect(code).toBe(expected);
});

test.for([
  ['a file that is not there', ['--pact', 'nowhere.json'], 'does not exist'],
  ['a folder without pacts', ['--pact', 'test/integration/contracts'], '.ts is not JSON'],
  ['nothing selected', ['--pact', 'contracts', '--', '--filter-state', 'zz'], 'options after --'],
  ['a wrong option of Pact', ['--pact', 'contracts', '--', '--unknown'], "'--unknown' found"],
  ['a broker that is not there', ['--broker', 'http://127.0.0.1:1'], 'No pacts found'],
] as const)('%s cannot be verified', async ([, flags, message]) => {
  const target = flagsOf(await openProvider());

  const { code, stdout, stderr } = await run(['verify', ...target, ...flags]).finished;

  expect(stdout + stderr).toContain(message);
  expect(code).toBe(3);
});

test('the deadline ends a verification', async () => {
  const url = await openHttp(({ url }, response) => {
    // The probe gets a response, and the interaction none.
    if (url?.includes('limit')) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    }
  });
  const pact = formatPact('2.0.0', [list]);

  const { code, report } = await verifyPact({ url, apiKey: 'some-key' }, pact, [
    ...['--timeout', '90000', '--deadline', '2000'],
  ]);

  expect(report.problems[0]).toContain('the deadline of 2000 ms passed (--deadline)');
  expect(code).toBe(3);
});

test('sends the token to the broker only, and prints it nowhere', async () => {
  const authorizations: Record<string, unknown[]> = { broker: [], other: [] };
  const other = await openHttp(({ headers }, response) => {
    authorizations.other?.push(headers.authorization);
    response.writeHead(404).end();
  });
  const broker = await openHttp(({ headers, url }, response) => {
    authorizations.broker?.push(headers.authorization);
    const links = { 'pb:provider-pacts-for-verification': { href: `${other}/pacts` } };
    response.writeHead(url === '/' ? 200 : 307, {
      'Content-Type': 'application/hal+json',
      Location: `${other}/elsewhere`,
    });
    response.end(JSON.stringify({ _links: links }));
  });
  const target = flagsOf(await openProvider());
  const flags = ['--broker', new URL(broker).origin, '--', '--loglevel', 'trace'];

  const { code, stdout, stderr } = await run(['verify', ...target, ...flags], {
    environment: { PACT_BROKER_TOKEN: 'token-of-the-broker', PACT_BROKER_USERNAME: '' },
  }).finished;

  expect(new Set(authorizations.broker)).toEqual(new Set(['Bearer token-of-the-broker']));
  expect(new Set(authorizations.other)).toEqual(new Set([undefined]));
  expect(stdout).toContain('***');
  expect(stdout + stderr).not.toContain('token-of-the-broker');
  expect(code).toBe(3);
});

test('verifies a pact of a broker whose request filter adds the key, and publishes once', async () => {
  const published: string[] = [];
  const broker = await openHttp(async (request, response) => {
    const linkTo = (path = '') => ({ href: `http://${request.headers.host}${path}` });
    const sent = await text(request);
    if (request.url === '/results') {
      published.push(JSON.parse(sent).success);
    }
    const _links = {
      self: linkTo(request.url),
      'pb:provider-pacts-for-verification': linkTo('/pacts'),
      'pb:publish-verification-results': linkTo('/results'),
    };
    const pact = { shortDescription: '', _links: { self: linkTo('/pact') } };
    const body = JSON.parse(formatPact('2.0.0', [keyless, rejected]));
    response.writeHead(200, { 'Content-Type': 'application/hal+json' });
    response.end(JSON.stringify({ ...body, _links, _embedded: { pacts: [pact] } }));
  });
  const target = flagsOf(await openProvider());
  const flags = ['--broker', new URL(broker).origin, '--', '--publish', '--provider-version', '1'];

  const { code } = await run(['verify', ...target, ...flags]).finished;

  expect(published).toEqual([true]);
  expect(code).toBe(0);
});

test.for([
  [[], ['mainBranch', 'deployedOrReleased']],
  [['--', '--consumer-version-selectors', '{"branch":"feature/x"}'], ['branch']],
] as const)('with %j, selects the pacts of a broker by %j', async ([flags, selectors]) => {
  let sent = '';
  const broker = await openHttp(async (request, response) => {
    sent += await text(request);
    const href = `http://${request.headers.host}/pacts`;
    response.writeHead(200, { 'Content-Type': 'application/hal+json' });
    const _links = { self: { href }, 'pb:provider-pacts-for-verification': { href } };
    response.end(JSON.stringify({ _links }));
  });
  const target = flagsOf(await openProvider());

  await run(['verify', ...target, '--broker', new URL(broker).origin, ...flags]).finished;

  expect(sent.match(/(?<=[{,]")(?:mainBranch|deployedOrReleased|branch)/g)).toEqual(selectors);
});
