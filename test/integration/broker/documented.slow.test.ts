import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { root } from '../../package/packed.js';
import type { ListeningProgram } from '../../support/listening-program.js';
import { parseContract, parts } from '../contracts/contract-files.js';
import {
  type Provider,
  startProvider,
  startWithoutFilter,
} from '../contracts/official-verifier.js';
import { findCommand, findCommands, pointTo, runCommand } from '../contracts/workspace.js';
import { noBroker, startBroker } from './start-broker.js';

const published = '1.0.0';
let broker: ListeningProgram;

beforeAll(async () => {
  if (noBroker === undefined) {
    broker = await startBroker();
    await publish();
  }
});
afterAll(() => broker?.close());

beforeEach(({ skip }) => skip(noBroker !== undefined, noBroker));

/** Runs a command of the page, with the broker; returns the exit code and the output. */
async function run(command: string, version = '') {
  const { code, stdout, stderr } = await runCommand(root, command, {
    PACT_BROKER_BASE_URL: broker.url,
    CONTRACT_VERSION: published,
    VERSION: version,
    BRANCH: 'main',
  });
  return { code, output: stdout + stderr };
}

async function expectSuccess(command: string, version?: string): Promise<void> {
  const { code, output } = await run(command, version);
  expect(code, output).toBe(0);
}

async function publish(): Promise<void> {
  await expectSuccess(findCommand('npx pact broker publish contracts'), published);
  await expectSuccess(findCommand('npx pact broker create-environment'));
  const record = 'npx pact broker record-deployment --pacticipant animal-store-';
  for (const command of findCommands(record)) {
    await expectSuccess(command);
  }
}

test('publishing keeps every digit of a contract', async () => {
  for (const { consumer, text } of parts) {
    const path = `/pacts/provider/animal-store/consumer/${consumer}/version/${published}`;
    const fetched = await (await fetch(broker.url + path)).text();
    expect(parseContract(fetched)).toEqual(parseContract(text));
  }
});

const verifyFromBroker =
  'npx animal-store verify --url http://127.0.0.1:4010/v1 --api-key test-key --broker';

const verify = (provider: Provider, version: string) =>
  run(pointTo(provider, findCommand(verifyFromBroker)), version);

const canDeploy = async (version: string) =>
  (await run(findCommand('npx pact broker can-i-deploy'), version)).code === 0;

test('only a service that passes may be deployed; failures are pending before the first pass', async () => {
  const good = await startProvider();
  const bad = await startWithoutFilter();

  const first = await verify(bad, 'first');
  expect(first.code, first.output).toBe(0);
  expect(first.output).toContain('non-fatal pact failures on pending pacts');
  expect(await canDeploy('first')).toBe(false);

  const second = await verify(good, 'second');
  expect(second.code, second.output).toBe(0);
  expect(await canDeploy('second')).toBe(true);
  const record = 'npx pact broker record-deployment --pacticipant animal-store ';
  await expectSuccess(findCommand(record), 'second');

  const third = await verify(bad, 'third');
  expect(third.code, third.output).toBe(1);
  expect(await canDeploy('third')).toBe(false);
});
