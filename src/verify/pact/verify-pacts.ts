import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { VerifierOptions } from '@pact-foundation/pact-core';
import { escapeUnprintable } from '../../document/format.js';
import { packageRoot } from '../../options/package-root.js';
import { createRedactor } from '../../options/redactor.js';
import { UsageError } from '../../options/usage-error.js';
import type { ResolvedVerifyOptions } from '../../options/verify-options.js';
import { VerificationPets } from '../pets.js';
import { probeProvider } from '../probe.js';
import { catchError } from '../result.js';
import { createPrefix } from '../run.js';
import { Client } from '../send/client.js';
import { AnimalStore } from '../store.js';
import { type StateMap, startProxy } from './proxy.js';
import { type PactResult, readResults } from './results.js';
import { createStates } from './states.js';

const child = fileURLToPath(new URL('dist/pact-child.cjs', packageRoot));

/** @throws {UsageError} when Pact's verifier is not installed */
function requirePact(): void {
  try {
    createRequire(import.meta.url).resolve('@pact-foundation/pact-core');
  } catch {
    throw new UsageError(
      "Pact's verifier is not installed. Run npm install --save-dev @pact-foundation/pact-core@19.",
    );
  }
}

/** Creates an environment without the user's settings for Pact, and without telemetry. */
function createEnvironment({ pactBrokerUrl, pactUrls = [] }: Partial<VerifierOptions>) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PACT_|NODE_OPTIONS$)/.test(name));
  const isLocal = pactBrokerUrl === undefined && !pactUrls.some((url) => /^https?:/i.test(url));
  return {
    ...Object.fromEntries(kept),
    PACT_DO_NOT_TRACK: 'true',
    NO_PROXY: [process.env.NO_PROXY, '127.0.0.1'].filter(Boolean).join(','),
    // Reading the certificates for every request takes most of the time, and loopback needs none.
    ...(isLocal && { SSL_CERT_FILE: devNull, SSL_CERT_DIR: '' }),
  };
}

/**
 * Runs Pact's verifier in its own process: its native code writes hundreds of lines to standard output.
 *
 * @returns its results as JSON text
 * @throws {Error} when it has none
 */
function runPact(options: VerifierOptions, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const verifier = fork(child, {
      env: createEnvironment(options),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal,
      killSignal: 'SIGKILL',
    });
    verifier.once('error', reject);
    verifier.once('message', resolve);
    verifier.once('exit', (code) => reject(new Error(`Pact's verifier ended with ${code}`)));
    verifier.send(options);
  });
}

/** A failure that a team accepts until a date. */
export type AcceptedFailure = Readonly<
  Record<'consumer' | 'interaction' | 'until' | 'reason', string>
>;

/** Which pacts are verified, and how. */
export interface PactSettings {
  /** Where Pact's verifier finds the pacts, and what it publishes. */
  readonly pact: Omit<VerifierOptions, 'providerBaseUrl'>;
  readonly accepted: readonly AcceptedFailure[];
  readonly stateMap: StateMap;
}

export interface PactReport {
  readonly url: string;
  readonly outcome: 'passed' | 'failed' | 'inconclusive';
  /** Why not all pacts were verified, or results were not published. */
  readonly reason?: string;
  readonly results: readonly PactResult[];
  /** Number of pets that provider states created. */
  readonly createdPets: number;
  /** Begins their names. */
  readonly namePrefix: string;
}

/** Marks the failures that are accepted today. */
function acceptFailure(result: PactResult, accepted: readonly AcceptedFailure[]): PactResult {
  const { consumer, interaction, outcome, reason } = result;
  const today = new Date().toISOString().slice(0, 10);
  const entry = accepted.find(
    (one) => one.consumer === consumer && one.interaction === interaction && one.until >= today,
  );
  const isAccepted = entry !== undefined && (outcome === 'failed' || outcome === 'inconclusive');
  const until = `(accepted until ${entry?.until}: ${entry?.reason})`;
  return isAccepted ? { ...result, outcome: 'accepted', reason: `${reason} ${until}` } : result;
}

/** Added to Pact's own timeout, so that the proxy's is the one that counts. */
const slack = 30_000;

/** Runs Pact's verifier against a proxy of the service. */
async function verifyAll(
  store: AnimalStore,
  options: ResolvedVerifyOptions,
  { pact, stateMap }: PactSettings,
  namePrefix: string,
) {
  const categories = await probeProvider(store, options.categoryId);
  const pets = new VerificationPets(store, categories[0], namePrefix);
  const context = { store, pets, retryBudget: options.timeout, minAge: options.minAge };
  const proxy = await startProxy(store, options.url, createStates(context, categories), stateMap);
  const urls = { providerBaseUrl: proxy.url, providerStatesSetupUrl: proxy.statesUrl };
  const all = { ...pact, ...urls, timeout: options.timeout + slack };
  const text = await runPact(all, store.client.stop).finally(proxy.close);
  return readResults(text, proxy.problems);
}

/** Verifies that a running service does what the pacts of its consumers need. */
export async function verifyPacts(
  options: ResolvedVerifyOptions,
  settings: PactSettings,
  signal: AbortSignal,
): Promise<PactReport> {
  requirePact();
  const { pact, accepted } = settings;
  const { url, apiKey, header } = options;
  const { pactBrokerToken = '', pactBrokerPassword = '' } = pact;
  const values = header.map(([, value]) => value);
  const hide = createRedactor([apiKey, pactBrokerToken, pactBrokerPassword, ...values]);
  const redact = (text: string) => escapeUnprintable(hide(text));
  const namePrefix = createPrefix();
  const store = new AnimalStore(options, new Client(options, signal));
  const { stop } = store.client;
  const found = await catchError(Error, () => verifyAll(store, options, settings, namePrefix));
  const { results, errors } =
    found instanceof Error
      ? { results: [], errors: [stop.aborted ? `${stop.reason.message}` : found.message] }
      : found;
  const shown: readonly PactResult[] = JSON.parse(
    JSON.stringify(results.map((result) => acceptFailure(result, accepted))),
    (_name, value) => (typeof value === 'string' ? redact(value) : value),
  );
  const outcomes = shown.map(({ outcome }) => outcome);
  const isComplete = errors.length === 0 && !outcomes.includes('inconclusive');
  const outcome = outcomes.includes('failed') ? 'failed' : isComplete ? 'passed' : 'inconclusive';
  const reason =
    errors.length === 0 ? {} : { reason: redact(errors.join('; ').replace(/\.$/, '')) };
  const createdPets = store.created.length;
  return { url, outcome, ...reason, results: shown, createdPets, namePrefix };
}
