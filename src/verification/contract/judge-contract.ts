import { serviceErrors } from '../../engine/service/errors.js';
import { wordsFor } from '../document.js';
import type { VerificationPets } from '../pets.js';
import { brokenBy } from '../provider/evidence.js';
import type { Exchange, Provider } from '../provider/provider.js';
import { readJson } from '../provider/read-answer.js';
import type { RawAnswer } from '../provider/transport.js';
import { type JudgedPromise, NotProved } from '../verdict.js';
import type { ContractInteraction, NumberedContract } from './contract.js';
import { type Observed, Relay } from './relay.js';
import { type PactMismatch, type PactResults, runPact } from './run-pact.js';

/** Pact's own time-out comes later than ours: the relay's is the one that counts. */
const slack = 30_000;

function inWords({ type, mismatch, path, key }: PactMismatch): string {
  const where = type === 'BodyMismatch' && path !== undefined && path !== '$' ? `${path}: ` : '';
  const header = type === 'HeaderMismatch' && key !== undefined ? `${key}: ` : '';
  return `${where}${header}${mismatch ?? type}`;
}

/** How Pact says that it can't read a body. */
const unreadable = 'Failed to parse the actual body';

function isJson({ answer }: Exchange): boolean {
  try {
    readJson(answer as RawAnswer);
    return true;
  } catch {
    return false;
  }
}

/** What Pact says of an interaction, each thing once: it walks through lists twice. */
function mismatchesOf({ errors }: PactResults, description: string): string[] {
  const said = errors
    .filter(({ interaction }) => interaction.endsWith(` - ${description}`))
    .flatMap(({ mismatch }) => mismatch.mismatches ?? [])
    .map(inWords);
  return [...new Set(said)];
}

function expectation({ status }: ContractInteraction): string {
  const what = Object.values(serviceErrors).some((error) => error.status === status)
    ? 'an Error'
    : 'what the contract describes';
  return `${status} with ${what}`;
}

function judgeInteraction(
  interaction: ContractInteraction,
  observed: Observed | undefined,
  results: PactResults,
  provider: Provider,
): JudgedPromise {
  const { description, section, status } = interaction;
  const document = wordsFor(section, status);
  const judged = { section, promise: description, part: 'contract', document } as const;
  if (observed === undefined) {
    const reason = provider.readOnly
      ? 'it takes a createPet, and --read-only was asked for'
      : "Pact's verifier did not make this call";
    return { ...judged, verdict: 'not proved', reason };
  }
  if (observed instanceof NotProved) {
    return { ...judged, verdict: 'not proved', reason: observed.message };
  }
  const result = results.interactionResults.find((one) => one.description === description);
  if (result?.result === 'OK') {
    return { ...judged, verdict: 'held' };
  }
  const mismatches = mismatchesOf(results, description);
  if (mismatches.some((mismatch) => mismatch.startsWith(unreadable)) && isJson(observed)) {
    const reason = 'the answer is JSON, but Pact can not read it: it escapes half a surrogate pair';
    return { ...judged, verdict: 'not proved', reason };
  }
  const why = mismatches.length === 0 ? undefined : mismatches.join('; ');
  const { evidence } = brokenBy(provider, observed, expectation(interaction), why);
  return { ...judged, verdict: 'broken', evidence };
}

/** Holds a provider to the contract, with Pact's own verifier. */
export async function judgeContract(
  provider: Provider,
  pets: VerificationPets,
  { interactions, text }: NumberedContract,
  timeout: number,
  onJudged: (count: number) => void,
): Promise<JudgedPromise[]> {
  const relay = new Relay(provider, pets, onJudged);
  const { url, statesUrl } = await relay.listen();
  let results: PactResults;
  try {
    results = await runPact(text, { url, statesUrl, timeout: timeout + slack });
  } finally {
    await relay.close();
  }
  return interactions.map((interaction, index) =>
    judgeInteraction(interaction, relay.observed.get(index), results, provider),
  );
}
