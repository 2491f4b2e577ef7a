import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ListeningProgram } from '../support/listening-program.js';
import { descriptions, parseContract, parts } from './contract-files.js';
import {
  type Provider,
  startProvider,
  startWithoutFilter,
  verifyOfficially,
} from './official-verifier.js';
import { publishContracts, publishContractsOf, runPactBinary } from './run-program.js';
import { noBroker, startBroker } from './start-broker.js';

let broker: ListeningProgram;

beforeAll(async () => {
  if (noBroker === undefined) {
    broker = await startBroker();
  }
});
afterAll(() => broker?.close());

beforeEach(({ skip }) => skip(noBroker !== undefined, noBroker));

const asVersion = (version: string) => ({
  PACT_BROKER_BASE_URL: broker.url,
  PACT_BROKER_CONSUMER_VERSION: version,
  PACT_BROKER_CONSUMER_BRANCH: 'main',
});

async function publish(version: string): Promise<string> {
  const { code, stdout, stderr } = await publishContracts(asVersion(version));
  expect(code, stderr).toBe(0);
  return stdout;
}

/** Verifies a provider against what the broker has, and tells the broker how it went. */
function verifyFromBroker(provider: Provider, version: string) {
  return verifyOfficially(provider, [
    ...['--broker-url', broker.url, '--publish'],
    ...['--provider-version', version, '--provider-branch', 'main'],
  ]);
}

/** Whether the broker lets this provider be deployed beside this consumer. */
async function canDeploy(consumer: string, provider: string): Promise<boolean> {
  const { code, stdout, stderr } = await runPactBinary([
    ...['broker', 'can-i-deploy', '--broker-base-url', broker.url],
    ...parts.flatMap((part) => ['--pacticipant', part.consumer, '--version', consumer]),
    ...['--pacticipant', 'animal-store', '--version', provider],
  ]);
  const answer = /Computer says (yes|no)/.exec(stdout + stderr)?.[1];
  expect({ answer, code }, stdout + stderr).toEqual(
    code === 0 ? { answer: 'yes', code: 0 } : { answer: 'no', code: 1 },
  );
  return code === 0;
}

test('a published contract can be fetched with every digit', async () => {
  await publish('fetched');

  for (const { consumer, text } of parts) {
    const path = `/pacts/provider/animal-store/consumer/${consumer}/version/fetched`;
    const fetched = await (await fetch(broker.url + path)).text();
    expect(parseContract(fetched)).toEqual(parseContract(text));
  }
});

test('a published contract is the latest of its branch', async () => {
  await publish('on-a-branch');

  const path = '/pacts/provider/animal-store/consumer/animal-store-client/branch/main/latest';
  const response = await fetch(broker.url + path);

  expect(response.headers.get('x-pact-consumer-version')).toBe('on-a-branch');
});

test('publishes the same contract twice without an error', async () => {
  await publish('twice');

  expect(await publish('twice')).toContain('with no content changes');
});

test('rejects other contracts under a published version, and quotes the broker', async () => {
  await publish('taken');
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-publish-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'contracts'));
  for (const { name, text } of parts) {
    const other = text.replace('"description": "', '"description": "always, ');
    await writeFile(join(folder, 'contracts', name), other);
  }

  const { code, stderr } = await publishContractsOf(folder, asVersion('taken'));

  expect(code).toBe(1);
  expect(stderr).toContain('rejects the contracts of animal-store-client as version taken');
  expect(stderr).toContain('Each pact must be published with a unique consumer version number');
});

test('a provider without a verification may not be deployed', async () => {
  await publish('unverified');

  expect(await canDeploy('unverified', '0.0.0')).toBe(false);
});

test('the simulator passes from the broker and may be deployed', async () => {
  await publish('passed');

  const { code, passed, failed, output } = await verifyFromBroker(await startProvider(), '2.0.0');

  expect(failed, output).toEqual([]);
  expect(passed).toEqual(descriptions);
  expect(code).toBe(0);
  expect(await canDeploy('passed', '2.0.0')).toBe(true);
});

test('a provider without the status filter may not be deployed', async () => {
  await publish('failed');

  const { code, failed } = await verifyFromBroker(await startWithoutFilter(), '2.0.1');

  expect(failed).toContain('the status filter sold returns only pets with the status sold');
  expect(code).toBe(1);
  expect(await canDeploy('failed', '2.0.1')).toBe(false);
});
