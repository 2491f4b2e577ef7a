import { concludeRequirement, runCase } from '../cases.js';
import { findQuote } from '../document.js';
import type { VerificationPets } from '../provider/pets.js';
import { createExcluded, type Provider } from '../provider/provider.js';
import { parseJsonResponse } from '../provider/read-response.js';
import { NoResponse, type RawResponse } from '../provider/transport.js';
import { Inconclusive, type RequirementResult } from '../result.js';
import { createUnselected, type IsSelected } from '../selection.js';
import type { ContractInteraction, NumberedContract } from './contract.js';
import {
  describeMismatches,
  findPactReason,
  isBodyUnreadable,
  readMismatches,
} from './mismatch.js';
import {
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

/** Added to Pact's own timeout, so that the proxy's is the one that counts. */
const slack = 30_000;

function isJson(response: RawResponse): boolean {
  try {
    parseJsonResponse(response);
    return true;
  } catch {
    return false;
  }
}

/**
 * Throws what is wrong with an exchange; returns if the response is as the contract requires. A wrong
 * status is known without Pact's verifier.
 */
function checkExchange(
  { requirement: description, status, body }: ContractInteraction,
  exchange: RecordedExchange,
  results: PactResults | Inconclusive,
  provider: Provider,
): void {
  const { response, withheld } = exchange;
  const expected = `${status} with ${body}`;
  if (response instanceof NoResponse || response.status !== status) {
    throw provider.createFailure(exchange, expected, undefined, { status });
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
  if (isBodyUnreadable(results, description) && isJson(response)) {
    throw new Inconclusive(
      'the response is JSON, but Pact cannot parse it: it escapes half a surrogate pair',
    );
  }
  throw provider.createFailure(exchange, expected, mismatches.join('; '), {
    status,
    mismatches: readMismatches(results, description),
  });
}

function checkInteraction(
  interaction: ContractInteraction,
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
  const reason = provider.redact(findPactReason(results, interaction.requirement));
  throw new Inconclusive(`Pact's verifier did not send this request: ${reason}`);
}

/** What a verification of the contract needs beside the provider. */
export interface ContractSettings {
  readonly verifier: Pick<PactVerifier, 'run' | 'end'>;
  /** Milliseconds that one response may take. */
  readonly timeout: number;
  /** How many requests may be under way at once. */
  readonly maxConcurrency: number;
  /** Ends Pact's verifier; its reason is an {@link Inconclusive}. */
  readonly stop: AbortSignal;
  /** Called after each interaction, with the count so far. */
  readonly onResult: (count: number) => void;
  /** Whether --only selects an interaction; default: all. */
  readonly isSelected?: IsSelected;
}

/** Runs Pact's verifier; returns why there are no results, if there are none. */
async function runPact(
  { verifier, timeout, stop }: ContractSettings,
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
  settings: ContractSettings,
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

/** Verifies a provider against the contract, with Pact's own verifier. */
export async function verifyContract(
  provider: Provider,
  pets: VerificationPets,
  { interactions, split }: NumberedContract,
  settings: ContractSettings,
): Promise<RequirementResult[]> {
  const { isSelected = () => true } = settings;
  const rounds = split(
    Math.min(maxParts, settings.maxConcurrency),
    pets.prefix,
    (interaction) => provider.allows(interaction) && isSelected(interaction),
  );
  const proxy = new RecordingProxy(provider, pets, rounds.flat(), settings.onResult);
  const urls = await proxy.listen();
  const results = await runRounds(settings, urls, rounds).finally(() => proxy.close());
  return Promise.all(
    interactions.map(async (interaction, index) => {
      const { requirement, section, status } = interaction;
      const quote = findQuote(section, status);
      const result = await runCase({
        name: requirement,
        test: () => {
          if (!isSelected(interaction)) {
            throw createUnselected();
          }
          checkInteraction(interaction, proxy.recorded.get(index), results, provider);
        },
      });
      return concludeRequirement({ section, requirement, source: 'contract', quote }, [result]);
    }),
  );
}
