import { createExcluded, type Provider } from '../provider/provider.js';
import { parseJsonResponse, tryParse } from '../provider/read-response.js';
import { NoResponse } from '../provider/transport.js';
import { CheckFailed, Inconclusive, type Mismatch } from '../result.js';
import {
  describeMismatches,
  findPactReason,
  isBodyUnreadable,
  readMismatches,
} from './mismatch.js';
import {
  type ProxySettings,
  type ProxyUrls,
  type Recorded,
  type RecordedExchange,
  RecordingProxy,
} from './recording-proxy.js';
import {
  maxParts,
  mergeResults,
  PactFailed,
  type PactResults,
  type PactTask,
  type PactVerifier,
} from './run-pact.js';

/** An interaction of a pact, as its exchange is checked. */
export interface CheckedInteraction {
  /** Its description in the pact that is verified; no other has it. */
  readonly description: string;
  readonly method: string;
  /** Undefined if the pact allows several. */
  readonly status: number | undefined;
  /** For reports: `200 with the Pet`. */
  readonly expected: string;
}

/** Added to Pact's own timeout, so that the proxy's is the one that counts. */
const slack = 30_000;

/**
 * Throws what is wrong with an exchange; returns if the response is as the contract requires. A wrong
 * status is known without Pact's verifier.
 */
function checkExchange(
  { description, status, expected }: CheckedInteraction,
  exchange: RecordedExchange,
  results: PactResults | Inconclusive,
  provider: Provider,
): void {
  const { response, withheld } = exchange;
  const fail = (problem?: string, mismatches: readonly Mismatch[] = []) =>
    new CheckFailed(provider.createEvidence(exchange, expected, problem, { status, mismatches }));
  if (response instanceof NoResponse || (status !== undefined && response.status !== status)) {
    throw fail();
  }
  if (withheld !== undefined) {
    throw new Inconclusive(withheld);
  }
  if (results instanceof Inconclusive) {
    throw results;
  }
  const result = results.interactionResults.find((one) => one.description === description);
  if (result?.result === 'OK') {
    return;
  }
  const mismatches = describeMismatches(results, description);
  if (mismatches.length === 0) {
    const reason = provider.redact(findPactReason(results, description));
    throw new Inconclusive(`Pact's verifier could not verify the response: ${reason}`);
  }
  if (
    isBodyUnreadable(results, description) &&
    tryParse(parseJsonResponse, response) !== undefined
  ) {
    throw new Inconclusive(
      'the response is JSON, but Pact cannot parse it: it escapes half a surrogate pair',
    );
  }
  throw fail(mismatches.join('; '), readMismatches(results, description));
}

/** Throws what is wrong with an interaction, or why it cannot be verified; otherwise it passed. */
export function checkInteraction(
  interaction: CheckedInteraction,
  recorded: Recorded | undefined,
  results: PactResults | Inconclusive,
  provider: Provider,
): void {
  if (!provider.allows(interaction)) {
    throw createExcluded();
  }
  if (recorded instanceof Inconclusive) {
    throw recorded;
  }
  if (recorded !== undefined) {
    checkExchange(interaction, recorded, results, provider);
    return;
  }
  if (results instanceof Inconclusive) {
    throw results;
  }
  const reason = provider.redact(findPactReason(results, interaction.description));
  throw new Inconclusive(`Pact's verifier did not send this request: ${reason}`);
}

/** Distributes numbers among at most that many contracts. */
const divide = (numbers: readonly number[], parts: number): number[][] =>
  Array.from({ length: Math.min(parts, numbers.length) }, (_, part) =>
    numbers.filter((_number, index) => index % parts === part),
  );

/**
 * Divides a contract into rounds of contracts that are verified side by side. Invalid bodies are in the
 * last round: one that is accepted may break every list after it.
 *
 * @param format formats a contract with only the interactions of these numbers
 */
export function planRounds<Interaction extends Pick<CheckedInteraction, 'status'>>(
  interactions: readonly Interaction[],
  isSent: (interaction: Interaction) => boolean,
  maxConcurrency: number,
  format: (numbers: readonly number[]) => string,
): string[][] {
  const sent = [...interactions.entries()].filter(([, interaction]) => isSent(interaction));
  return [false, true]
    .map((isLast) => sent.filter(([, { status }]) => (status === 400) === isLast))
    .filter(({ length }) => length > 0)
    .map((round) => round.map(([number]) => number))
    .map((numbers) => divide(numbers, Math.min(maxParts, maxConcurrency)).map(format));
}

/** How the interactions of a contract are sent. */
export interface SendSettings extends ProxySettings {
  readonly verifier: Pick<PactVerifier, 'run' | 'end'>;
  /** Milliseconds that one response may take. */
  readonly timeout: number;
  /** How many requests may be under way at once. */
  readonly maxConcurrency: number;
  /** Ends Pact's verifier; its reason is an {@link Inconclusive}. */
  readonly stop: AbortSignal;
}

/** Runs Pact's verifier; returns why there are no results, if there are none. */
async function runPact(
  { verifier, timeout, stop }: SendSettings,
  task: Omit<PactTask, 'timeout'>,
): Promise<PactResults | Inconclusive> {
  const onStop = () => verifier.end();
  stop.addEventListener('abort', onStop);
  try {
    stop.throwIfAborted();
    return await verifier.run({ ...task, timeout: timeout + slack });
  } catch (error) {
    if (stop.aborted) {
      return stop.reason as Inconclusive;
    }
    if (error instanceof PactFailed) {
      return new Inconclusive(`Pact's verifier failed: ${error.message}`);
    }
    throw error;
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

/** Runs Pact's verifier for one round after another, until it fails. */
async function runRounds(
  settings: SendSettings,
  { contractUrls, ...urls }: ProxyUrls,
  rounds: readonly (readonly string[])[],
): Promise<PactResults | Inconclusive> {
  const left = [...contractUrls];
  const all: PactResults[] = [];
  for (const { length } of rounds) {
    const results = await runPact(settings, { ...urls, contractUrls: left.splice(0, length) });
    if (results instanceof Inconclusive) {
      return results;
    }
    all.push(results);
  }
  return mergeResults(all);
}

/** The exchanges of a contract, and what Pact's verifier says of them. */
export interface SentInteractions {
  /** By the number of the interaction. */
  readonly recorded: ReadonlyMap<number, Recorded>;
  readonly results: PactResults | Inconclusive;
}

/**
 * Has Pact's verifier send the interactions of a contract through the recording proxy.
 *
 * @param rounds the contracts of each round, which are verified side by side
 */
export async function sendInteractions(
  provider: Provider,
  rounds: readonly (readonly string[])[],
  settings: SendSettings,
): Promise<SentInteractions> {
  const proxy = new RecordingProxy(provider, rounds.flat(), settings);
  const urls = await proxy.listen();
  const results = await runRounds(settings, urls, rounds).finally(() => proxy.close());
  return { recorded: proxy.recorded, results };
}
