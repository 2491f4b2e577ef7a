import { findQuote } from '../document.js';
import type { VerificationPets } from '../provider/pets.js';
import { type Exchange, needsCreatePet, type Provider } from '../provider/provider.js';
import { parseJsonResponse } from '../provider/read-response.js';
import { NoResponse, type RawResponse } from '../provider/transport.js';
import { catchError, Inconclusive, type RequirementResult, testRequirement } from '../result.js';
import type { ContractInteraction, NumberedContract } from './contract.js';
import { describeMismatches, findPactReason, isBodyUnreadable } from './mismatch.js';
import { type Recorded, RecordingProxy } from './recording-proxy.js';
import { PactFailed, type PactResults, runPact } from './run-pact.js';

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

/** Throws what Pact found in an exchange; returns if the response is as the contract requires. */
function checkExchange(
  { description, status, body }: ContractInteraction,
  exchange: Exchange,
  results: PactResults,
  provider: Provider,
): void {
  const { response } = exchange;
  const expected = `${status} with ${body}`;
  const result = results.interactionResults.find((one) => one.description === description);
  if (result?.result === 'OK') {
    return;
  }
  if (response instanceof NoResponse || response.status !== status) {
    throw provider.createFailure(exchange, expected);
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
  throw provider.createFailure(exchange, expected, mismatches.join('; '));
}

function checkInteraction(
  interaction: ContractInteraction,
  recorded: Recorded | undefined,
  results: PactResults | PactFailed,
  provider: Provider,
): void {
  if (!provider.allows(interaction)) {
    throw new Inconclusive(needsCreatePet);
  }
  if (recorded instanceof Inconclusive) {
    throw recorded;
  }
  if (results instanceof PactFailed) {
    throw new Inconclusive(`Pact's verifier failed: ${results.message}`);
  }
  if (recorded === undefined) {
    const reason = findPactReason(results, interaction.description);
    throw new Inconclusive(`Pact's verifier did not send this request: ${reason}`);
  }
  checkExchange(interaction, recorded, results, provider);
}

/**
 * Verifies a provider against the contract, with Pact's own verifier.
 *
 * @param run starts Pact's verifier; tests replace it
 */
export async function verifyContract(
  provider: Provider,
  pets: VerificationPets,
  { interactions, text }: NumberedContract,
  timeout: number,
  onResult: (count: number) => void,
  run: typeof runPact = runPact,
): Promise<RequirementResult[]> {
  const proxy = new RecordingProxy(provider, pets, text, onResult);
  const urls = await proxy.listen();
  const results = await catchError(PactFailed, () =>
    run({ ...urls, timeout: timeout + slack }),
  ).finally(() => proxy.close());
  return Promise.all(
    interactions.map((interaction, index) => {
      const { description: requirement, section, status } = interaction;
      const quote = findQuote(section, status);
      return testRequirement({ section, requirement, source: 'contract', quote }, () =>
        checkInteraction(interaction, proxy.recorded.get(index), results, provider),
      );
    }),
  );
}
