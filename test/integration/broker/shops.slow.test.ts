import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ListeningProgram } from '../../support/listening-program.js';
import {
  type Provider,
  startProvider,
  startWithoutGetPet,
} from '../contracts/official-verifier.js';
import { publishPacts, runAnimalStore, runPactBinary } from '../contracts/run-program.js';
import { shops } from '../contracts/shops.js';
import { findFailed } from '../contracts/verify-pacts.js';
import { noBroker, startBroker } from './start-broker.js';

let broker: ListeningProgram;

async function openTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-shops-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Each shop has versions of its own. */
const versionOf = (shop: string) => `${shop}-1.0.0`;

const publish = (shop: string, file: string, branch?: string) =>
  publishPacts(broker.url, [file], versionOf(shop), branch);

beforeAll(async () => {
  if (noBroker === undefined) {
    broker = await startBroker();
    for (const { name, file } of shops) {
      await publish(name, file);
    }
  }
});
afterAll(() => broker?.close());

beforeEach(({ skip }) => skip(noBroker !== undefined, noBroker));

/** Publishes the contract of a consumer that wants what the provider has never promised. */
async function publishNewShop(name: string, branch?: string): Promise<void> {
  const file = join(await openTemporaryFolder(), `${name}.json`);
  const [curlShop] = shops;
  const text = `${curlShop?.text}`.replace('curl-shop', name).replace('/pets', '/animals');
  await writeFile(file, text);
  await publish(name, file, branch);
}

const selectBy = (selector: object) => ['--consumer-version-selectors', JSON.stringify(selector)];

/** Verifies a version of the provider against contracts, by default those of the shops' main branches. */
async function verifyVersion(
  { url, simulator }: Provider,
  version: string,
  selection = selectBy({ mainBranch: true }),
) {
  const folder = await openTemporaryFolder();
  const { code, stdout, stderr } = await runAnimalStore(folder, [
    ...['verify', '--url', url, '--api-key', simulator.apiKey, '--json', 'report.json'],
    ...['--broker', broker.url, '--', ...selection, '--enable-pending'],
    ...['--publish', '--provider-version', version, '--provider-branch', 'main'],
  ]);
  const output = stdout + stderr;
  const text = await readFile(join(folder, 'report.json'), 'utf8').catch(() => {
    throw new Error(`verify ended with ${code}, and without a report: ${output}`);
  });
  return { code, output, failed: findFailed(JSON.parse(text)) };
}

/** The shops beside which a version of the provider may be deployed. */
async function findDeployable(version: string, names: readonly string[]): Promise<string[]> {
  const deployable: string[] = [];
  for (const name of names) {
    const { code, stdout, stderr } = await runPactBinary([
      ...['broker', 'can-i-deploy', '--broker-base-url', broker.url],
      ...['--pacticipant', name, '--version', versionOf(name)],
      ...['--pacticipant', 'animal-store', '--version', version],
    ]);
    expect(stdout + stderr).toContain(`Computer says ${code === 0 ? 'yes' : 'no'}`);
    if (code === 0) {
      deployable.push(name);
    }
  }
  return deployable;
}

const names = shops.map(({ name }) => name);

test('a provider that breaks one shop may be deployed beside all others', async () => {
  const good = await verifyVersion(await startProvider(), 'good');
  expect(good.code, good.output).toBe(0);
  expect(await findDeployable('good', names)).toEqual(names);

  const bad = await verifyVersion(await startWithoutGetPet(), 'bad');

  expect(bad.code, bad.output).toBe(1);
  expect(bad.failed).toEqual(['curl-shop']);
  expect(await findDeployable('bad', names)).toEqual(['playwright-shop', 'vitest-shop']);
});

test('a branch of a consumer is verified when it is selected, or as work in progress', async () => {
  await publishNewShop('branch-shop', 'feature/x');
  const provider = await startProvider();
  const workInProgress = ['--include-wip-pacts-since', '2020-01-01'];

  const selected = await verifyVersion(provider, 'selected', selectBy({ branch: 'feature/x' }));
  const wip = await verifyVersion(provider, 'wip', workInProgress);

  expect([selected.code, selected.failed], selected.output).toEqual([0, ['branch-shop']]);
  expect(wip.code, wip.output).toBe(0);
  expect(wip.failed).toContain('branch-shop');
});
