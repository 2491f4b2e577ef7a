import { expect, test } from 'vitest';
import { formatPact, getPets } from '../verification/consumers/pacts.js';
import { openProvider } from '../verification/providers.js';
import { flagsOf, verifyByCommand } from '../verification/verifying.js';
import { answers, startStandIn } from './stand-in.js';
import { startWithPacts } from './stand-in-pacts.js';

const passing = formatPact('2.0.0', [{ ...getPets, _id: 'one' }], 'app');
const failing = formatPact(
  '2.0.0',
  [
    { ...getPets, _id: 'two' },
    { ...getPets, description: 'no pets', response: { status: 204 }, _id: 'three' },
  ],
  'shop',
);
const unknown = formatPact('2.0.0', [{ ...getPets, providerState: 'a sale' }], 'till');

const token = 'token-that-nobody-sees';
const publishing = [
  ...['--publish-results', '--provider-version', '7', '--provider-branch', 'feature/x'],
  ...['--build-url', 'https://ci.example/1'],
];

/** Verifies the provider against the pacts of a broker. */
async function verifyFrom(url: string, ...args: readonly string[]) {
  const provider = await openProvider();
  const environment = { PACT_BROKER_TOKEN: token, PACT_BROKER_BASE_URL: '' };
  const finished = await verifyByCommand([...flagsOf(provider), '--broker', url, ...args], {
    environment,
  });
  expect(finished.stdout + finished.stderr).not.toContain(token);
  return finished;
}

test('asks for pacts by selectors, verifies them, and publishes the results', async () => {
  const broker = await startWithPacts([{ text: passing }, { text: failing }]);
  const selectors = ['--selector', 'mainBranch', '--selector', 'branch=feature/x'];
  const wip = ['--enable-pending', '--include-wip-since', '2026-01-31'];

  const { code, stdout, stderr } = await verifyFrom(
    broker.url,
    ...selectors,
    ...wip,
    ...publishing,
  );

  expect(code).toBe(1);
  expect(stderr).toContain('app: 1 interaction (Pact number 0, latest from main branch)');
  expect(stdout).toContain('   result published: success\n   It is selected.\n   It has passed.\n');
  expect(stdout).toContain('   result published: failure\n   It is selected.\n');
  const [, query] = broker.received;
  expect(query).toMatchObject({
    path: '/pacts/provider/animal-store/for-verification',
    authorization: `Bearer ${token}`,
  });
  expect(JSON.parse(query?.body ?? '')).toEqual({
    consumerVersionSelectors: [{ mainBranch: true }, { branch: 'feature/x' }],
    includePendingStatus: true,
    includeWipPactsSince: '2026-01-31',
    providerVersionBranch: 'feature/x',
  });
  const paths = broker.received.map(({ method, path }) => `${method} ${path}`);
  expect(paths.slice(-3)).toEqual([
    'PUT /pacticipants/animal-store/branches/feature%2Fx/versions/7',
    'POST /pacts/0/results',
    'POST /pacts/1/results',
  ]);
  expect(broker.results()).toMatchObject([
    { success: true, providerApplicationVersion: '7', buildUrl: 'https://ci.example/1' },
    {
      success: false,
      testResults: [
        { interactionId: 'two', success: true },
        { interactionId: 'three', success: false },
      ],
    },
  ]);
});

test('a pending pact fails nothing, and its result is published', async () => {
  const broker = await startWithPacts([{ text: passing }, { text: failing, pending: true }]);

  const { code, stdout } = await verifyFrom(broker.url, ...publishing);

  expect(code).toBe(0);
  expect(stdout).toContain('The pact is pending: it fails nothing yet.');
  expect(stdout).toContain('passes 1 of 1 pact. 1 pact pending: it fails nothing yet.');
  expect(broker.results().map(({ success }) => success)).toEqual([true, false]);
});

test('a pact with an unknown state is published as a failure', async () => {
  const broker = await startWithPacts([{ text: unknown }]);

  const { code } = await verifyFrom(broker.url, ...publishing);

  expect(code).toBe(2);
  expect(broker.results()).toMatchObject([{ success: false }]);
});

test('publishes nothing where --read-only leaves interactions out', async () => {
  const post = { ...getPets, request: { ...getPets.request, method: 'POST' } };
  const broker = await startWithPacts([{ text: formatPact('2.0.0', [post]) }]);

  const { code, stdout } = await verifyFrom(broker.url, '--read-only', ...publishing);

  expect(code).toBe(2);
  expect(stdout).toContain('result not published: --read-only leaves interactions out');
  expect(broker.results()).toEqual([]);
});

test('without --publish-results, nothing is published', async () => {
  const broker = await startWithPacts([{ text: passing }]);

  const { code } = await verifyFrom(broker.url);

  expect(code).toBe(0);
  expect(broker.received.map(({ path }) => path)).toEqual([
    '/',
    '/pacts/provider/animal-store/for-verification',
    '/pacts/0',
  ]);
  expect(JSON.parse(broker.received[1]?.body ?? '')).toEqual({
    consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
    includePendingStatus: false,
  });
});

test('a result that the broker does not take makes the run inconclusive', async () => {
  const broker = await startWithPacts([{ text: passing }], 400);

  const { code, stdout } = await verifyFrom(broker.url, ...publishing);

  expect(code).toBe(2);
  expect(stdout).toContain('does not take the result as version 7. It returned 400');
});

test('verifies the pact of a URL, and publishes its result', async () => {
  const broker = await startWithPacts([{ text: passing }]);
  const provider = await openProvider();

  const { code, stdout } = await verifyByCommand([
    ...flagsOf(provider),
    ...['--pact', `${broker.url}/pacts/0`, ...publishing],
  ]);

  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('result published: success'),
  });
  expect(broker.received.map(({ authorization }) => authorization)).not.toContain(
    `Bearer ${token}`,
  );
});

test.each([
  [
    'without pacts',
    async () => (await startWithPacts([])).url,
    /has no pact with the provider animal-store that \{"mainBranch":true\}, .* select/,
  ],
  [
    'that rejects the token',
    async () => (await startStandIn(answers.unauthorized)).url,
    /rejects the token of PACT_BROKER_TOKEN/,
  ],
  [
    'that is another server',
    async () => (await startStandIn(answers.aPage)).url,
    /it returned no JSON/,
  ],
  [
    'that has other links',
    async () => (await startStandIn()).url,
    /it has no link pb:provider-pacts-for-verification/,
  ],
])('a broker %s is an error with exit code 2', async (_, start, message) => {
  const { code, stderr } = await verifyFrom(await start());

  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
