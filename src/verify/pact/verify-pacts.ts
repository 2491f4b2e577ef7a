import type { VerifierOptions } from '@pact-foundation/pact-core';
import { escapeUnprintable } from '../../document/format.js';
import type { ResolvedVerifyOptions } from '../../options/verify-options.js';
import { createRedactor } from '../../server/log/redactor.js';
import { RetryBudget } from '../checks/check.js';
import { VerificationPets } from '../pets.js';
import { probeProvider } from '../probe.js';
import { catchError } from '../result.js';
import { connect, createPrefix, withStop } from '../run.js';
import type { AnimalStore } from '../store.js';
import type { AcceptedFailure, MapState } from './input-files.js';
import { startProxy } from './proxy.js';
import { type PactResult, readResults } from './results.js';
import { requirePact, runPact } from './run-pact.js';
import { createStates } from './states.js';

/** Which pacts are verified, and how. */
export interface PactSettings {
  /** Where Pact's verifier finds the pacts, and what it publishes. */
  readonly pact: Omit<VerifierOptions, 'providerBaseUrl'>;
  readonly accepted: readonly AcceptedFailure[];
  readonly mapState: MapState;
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
  { pact, mapState }: PactSettings,
  namePrefix: string,
  stop: AbortSignal,
) {
  const { categoryId, candidates } = await probeProvider(store, options.categoryId);
  const pets = new VerificationPets(store, categoryId, namePrefix);
  const context = { store, pets, retryBudget: new RetryBudget(options.timeout, stop) };
  const states = createStates(context, candidates);
  const proxy = await startProxy(store, options.url, states, mapState);
  const urls = { providerBaseUrl: proxy.url, providerStatesSetupUrl: proxy.statesUrl };
  const all = { ...pact, ...urls, timeout: options.timeout + slack };
  const text = await runPact(all, stop).finally(proxy.close);
  return readResults(text, proxy.problems);
}

/** Verifies that a running service does what the pacts of its consumers need. */
export function verifyPacts(
  options: ResolvedVerifyOptions,
  settings: PactSettings,
  signal: AbortSignal,
): Promise<PactReport> {
  requirePact();
  const { pact, accepted } = settings;
  const { url, apiKey, header, deadline } = options;
  const { pactBrokerToken = '', pactBrokerPassword = '' } = pact;
  const values = header.map(([, value]) => value);
  const hide = createRedactor([apiKey, pactBrokerToken, pactBrokerPassword, ...values]);
  const redact = (text: string) => escapeUnprintable(hide(text));
  const namePrefix = createPrefix();
  return withStop(deadline, signal, async (stop) => {
    const store = connect(options, stop);
    const run = () => verifyAll(store, options, settings, namePrefix, stop);
    const found = await catchError(Error, run);
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
  });
}
