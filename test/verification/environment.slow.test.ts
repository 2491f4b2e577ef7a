import { describe, expect, test } from 'vitest';
import { openProvider, openService, recording } from './providers.js';
import { flagsOf, verifyByCommand } from './verifying.js';

test('reads the URL and key from the environment', async () => {
  const { url, apiKey } = await openProvider();

  const { code, stdout } = await verifyByCommand(['--read-only'], {
    environment: { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: apiKey },
  });

  expect(code).toBe(0);
  expect(stdout).toContain(`${url} passes `);
});

test('a flag overrides the environment', async () => {
  const provider = await openProvider();

  const { code } = await verifyByCommand([...flagsOf(provider), '--read-only'], {
    environment: { ANIMAL_STORE_URL: 'http://127.0.0.1:9/v1', ANIMAL_STORE_API_KEY: 'other' },
  });

  expect(code).toBe(0);
});

test('names the variable of a wrong value', async () => {
  const { code, stderr } = await verifyByCommand(['--api-key', 'key'], {
    environment: { ANIMAL_STORE_URL: 'staging' },
  });

  expect(code).toBe(2);
  expect(stderr).toMatch(/^ANIMAL_STORE_URL must be a URL /);
});

test('names the variable of a key that equals --invalid-api-key', async () => {
  const flags = ['--url', 'http://127.0.0.1:9/v1', '--invalid-api-key', 'key'];

  const { stderr } = await verifyByCommand(flags, { environment: { ANIMAL_STORE_API_KEY: 'key' } });

  expect(stderr).toMatch(/^ANIMAL_STORE_API_KEY and --invalid-api-key must be different: /);
});

test('ignores an empty variable', async () => {
  const { code, stderr } = await verifyByCommand(['--api-key', 'key'], {
    environment: { ANIMAL_STORE_URL: '' },
  });

  expect(code).toBe(2);
  expect(stderr).toContain('--url (or ANIMAL_STORE_URL) is required');
});

/** No server listens there: using it would fail. */
const nowhere = 'http://127.0.0.1:9';

const environments: [string, Record<string, string>][] = [
  [
    'settings of Pact',
    {
      PACT_BROKER_BASE_URL: nowhere,
      PACT_BROKER_TOKEN: 'token',
      PACT_BROKER_PUBLISH_VERIFICATION_RESULTS: 'true',
      PACT_URL: `${nowhere}/pact.json`,
      PACT_DESCRIPTION: 'no such interaction',
      PACT_PROVIDER_STATE: 'no such state',
      PACT_PROVIDER_NO_STATE: 'true',
      PACT_DO_NOT_TRACK: 'false',
      PACT_VERIFIER_READ_ONLY: 'true',
      PACT_PROVIDER_BASE_URL: nowhere,
    },
  ],
  [
    'proxies',
    {
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      ALL_PROXY: nowhere,
      http_proxy: nowhere,
      https_proxy: nowhere,
      all_proxy: nowhere,
      NO_PROXY: '',
    },
  ],
  ['log settings', { LOG_LEVEL: 'trace', RUST_LOG: 'trace', RUST_BACKTRACE: 'full', DEBUG: '*' }],
  ['settings of Node.js', { NODE_OPTIONS: '--no-warnings --max-old-space-size=4000' }],
  ['settings of certificates', { SSL_CERT_FILE: '/nowhere.pem', SSL_CERT_DIR: '/nowhere' }],
  ['settings of animal-store start', { ANIMAL_STORE_PORT: 'none', ANIMAL_STORE_PROFILE: 'none' }],
];

describe("the user's environment does not affect a verification", () => {
  test.each(environments)('%s', async (_, environment) => {
    const { service, recorded } = recording();
    const provider = await openService(service);

    const { code, stdout, stderr } = await verifyByCommand(flagsOf(provider), { environment });

    expect(stdout).toMatch(/passes (\d+) of \1 requirements/);
    expect(code).toBe(0);
    expect(stderr.trim()).not.toContain('\n');
    expect(recorded.length).toBeGreaterThan(100);
  });
});
