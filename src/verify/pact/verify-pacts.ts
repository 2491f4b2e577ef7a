import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJsonFile } from '../../base/files.js';
import { createNoProxy } from '../../base/no-proxy.js';
import { UsageError } from '../../base/usage-error.js';
import type { ResolvedPactOptions, ResolvedVerifyOptions } from '../../options/verify-options.js';
import { probeProvider } from '../probe.js';
import { Provider } from '../provider.js';
import { CannotVerify, catchError } from '../result.js';
import { Client } from '../send/client.js';
import { describePacts } from './files.js';
import { type StateMap, startProxy } from './proxy.js';
import { formatPactReport, type PactReport } from './report.js';

/** @throws {UsageError} when Pact's command line is not installed */
function findPact(): string {
  try {
    const load = createRequire(import.meta.url);
    // The command in node_modules starts this program, and leaves it running when it is killed.
    return load('@pact-foundation/pact-cli/src/pact-standalone.js').standalone().pactFullPath;
  } catch {
    throw new UsageError(
      "Pact's command line is not installed. Run npm install --save-dev @pact-foundation/pact-cli@18.",
    );
  }
}

const createEnvironment = (broker: string | undefined): NodeJS.ProcessEnv => ({
  PACT_PROVIDER_NAME: 'animal-store',
  // Many tools set an empty variable for one that is not set.
  ...Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')),
  PACT_BROKER_BASE_URL: broker,
  PACT_DO_NOT_TRACK: 'true',
  ...createNoProxy('127.0.0.1'),
  // Reading the certificates for every request takes most of the time, and loopback needs none.
  ...(broker === undefined && { SSL_CERT_FILE: devNull, SSL_CERT_DIR: '' }),
});

/** Without selectors, Pact's verifier takes pacts of any branch, and none is pending. */
const defaultSelectors = ['mainBranch', 'deployedOrReleased'].map(
  (name) => `--consumer-version-selectors={"${name}":true}`,
);

function selectPacts({ pact, broker }: ResolvedPactOptions, pactArguments: readonly string[]) {
  const isFolder = (path: string) => statSync(path).isDirectory();
  const isSelected = pactArguments.some((one) => one.startsWith('--consumer-version-'));
  return [
    ...pact.map((path) => `${isFolder(path) ? '--dir' : '--file'}=${path}`),
    ...(broker === undefined || isSelected ? [] : defaultSelectors),
  ];
}

/** Arguments that would publish the results of a rehearsal, or end it early. */
const notRehearsed = /^--(publish|exit-on-first-error)$/;

const maxBuffer = 64 * 2 ** 20;

/** Verifies that a running service does what the pacts of its consumers need, by Pact's verifier and a proxy. */
export async function verifyPacts(
  options: ResolvedVerifyOptions,
  pacts: ResolvedPactOptions,
  pactArguments: readonly string[],
  stop: AbortSignal,
) {
  const { url, apiKey, header } = options;
  const { PACT_BROKER_TOKEN: token = '', PACT_BROKER_PASSWORD: password = '' } = process.env;
  const secrets = [apiKey, token, password, ...header.map(([, value]) => value)];
  const pact = findPact();
  const missing = pacts.pact.find((path) => !existsSync(path));
  if (missing !== undefined) {
    throw new UsageError(`--pact: ${missing} does not exist. Name a Pact file, or a folder.`);
  }
  const { stateMap } = pacts;
  const map = stateMap === undefined ? {} : readJsonFile(stateMap, `--state-map: ${stateMap}`);
  const provider = new Provider(options, new Client(options, stop));
  const { prefix: namePrefix, created, client } = provider;
  const { stop: signal } = client;
  const report = (found: Partial<PactReport>, problems: readonly string[]) =>
    formatPactReport({ ...found, url, problems, createdPets: created.length, namePrefix }, secrets);
  const probed = await catchError(CannotVerify, () => probeProvider(provider));
  if (probed instanceof CannotVerify) {
    return report({}, [probed.message]);
  }
  const proxy = await startProxy(provider, map as StateMap);
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-pact-'));
  const file = join(folder, 'report.json');
  const args = [
    ...['verifier', '--no-colour', `--json=${file}`],
    ...['--hostname=127.0.0.1', `--port=${proxy.port}`, `--base-path=${proxy.servicePath}`],
    // The proxy limits the time of a response.
    ...[`--state-change-url=${proxy.statesUrl}`, `--request-timeout=${options.deadline}`],
    ...selectPacts(pacts, pactArguments),
  ];
  const env = createEnvironment(pacts.broker);
  const verify = async (others: readonly string[]): Promise<Partial<PactReport>> => {
    const printed = await new Promise<string>((resolve) => {
      const all = { env, signal, killSignal: 'SIGKILL', maxBuffer } as const;
      const print = (_: unknown, stdout: string, stderr: string) => resolve(stdout + stderr);
      execFile(pact, [...args, ...others], all, print);
    });
    const json = await readFile(file, 'utf8').catch(() => '{}');
    return { ...JSON.parse(json), printed };
  };
  try {
    let found = await verify(pactArguments.filter((one) => !notRehearsed.test(one)));
    const isReached = (found.interactionResults ?? []).length > 0;
    if (isReached) {
      proxy.endRehearsal(found);
      found = await verify(pactArguments);
    }
    return signal.aborted
      ? report({}, [signal.reason.message])
      : report(found, [...describePacts(pacts.pact, isReached), ...proxy.problems]);
  } finally {
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
}
