import { wordsFor } from '../document.js';
import { brokenBy } from '../provider/evidence.js';
import type { VerificationPets } from '../provider/pets.js';
import { type Exchange, type Provider, takesCreatePet } from '../provider/provider.js';
import { readJson } from '../provider/read-answer.js';
import { NoAnswer, type RawAnswer } from '../provider/transport.js';
import { type Evidence, type JudgedPromise, NotProved } from '../verdict.js';
import type { ContractInteraction, NumberedContract } from './contract.js';
import { differences, foundUnreadable, ownReason } from './mismatch.js';
import { type Observed, Relay } from './recording-proxy.js';
import { PactFailed, type PactResults, runPact } from './run-pact.js';

/** Pact's own time-out comes later than ours: the relay's is the one that counts. */
const slack = 30_000;

function isJson(answer: RawAnswer): boolean {
  try {
    readJson(answer);
    return true;
  } catch {
    return false;
  }
}

/** What Pact found, as evidence; without any when the answer is as the contract says. */
function judgeExchange(
  { description, status, body }: ContractInteraction,
  exchange: Exchange,
  results: PactResults,
  provider: Provider,
): Evidence | undefined {
  const { answer } = exchange;
  const expected = `${status} with ${body}`;
  const result = results.interactionResults.find((one) => one.description === description);
  if (result?.result === 'OK') {
    return undefined;
  }
  if (answer instanceof NoAnswer || answer.status !== status) {
    return brokenBy(provider, exchange, expected).evidence;
  }
  const different = differences(results, description);
  if (different.length === 0) {
    const reason = provider.shown(ownReason(results, description));
    throw new NotProved(`Pact's verifier could not verify the answer: ${reason}`);
  }
  if (foundUnreadable(results, description) && isJson(answer)) {
    throw new NotProved(
      'the answer is JSON, but Pact can not read it: it escapes half a surrogate pair',
    );
  }
  return brokenBy(provider, exchange, expected, different.join('; ')).evidence;
}

function judgeInteraction(
  interaction: ContractInteraction,
  observed: Observed | undefined,
  results: PactResults | PactFailed,
  provider: Provider,
): Evidence | undefined {
  if (provider.readOnly && interaction.method !== 'GET') {
    throw new NotProved(takesCreatePet);
  }
  if (observed instanceof NotProved) {
    throw observed;
  }
  if (results instanceof PactFailed) {
    throw new NotProved(`Pact's verifier failed: ${results.message}`);
  }
  if (observed === undefined) {
    const reason = ownReason(results, interaction.description);
    throw new NotProved(`Pact's verifier did not make this call: ${reason}`);
  }
  return judgeExchange(interaction, observed, results, provider);
}

function judge(interaction: ContractInteraction, find: () => Evidence | undefined): JudgedPromise {
  const { description, section, status } = interaction;
  const document = wordsFor(section, status);
  const judged = { section, promise: description, part: 'contract', document } as const;
  try {
    const evidence = find();
    return evidence === undefined
      ? { ...judged, verdict: 'held' }
      : { ...judged, verdict: 'broken', evidence };
  } catch (error) {
    if (error instanceof NotProved) {
      return { ...judged, verdict: 'not proved', reason: error.message };
    }
    throw error;
  }
}

/**
 * Holds a provider to the contract, with Pact's own verifier.
 *
 * @param run starts Pact's verifier, unless a test speaks in its place
 */
export async function judgeContract(
  provider: Provider,
  pets: VerificationPets,
  { interactions, text }: NumberedContract,
  timeout: number,
  onJudged: (count: number) => void,
  run = runPact,
): Promise<JudgedPromise[]> {
  const relay = new Relay(provider, pets, text, onJudged);
  const addresses = await relay.listen();
  let results: PactResults | PactFailed;
  try {
    results = await run({ ...addresses, timeout: timeout + slack });
  } catch (error) {
    if (!(error instanceof PactFailed)) {
      throw error;
    }
    results = error;
  } finally {
    await relay.close();
  }
  return interactions.map((interaction, index) =>
    judge(interaction, () =>
      judgeInteraction(interaction, relay.observed.get(index), results, provider),
    ),
  );
}
