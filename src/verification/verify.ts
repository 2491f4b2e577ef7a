import { randomUUID } from 'node:crypto';
import { AnimalStore } from './animal-store.js';
import { readContract } from './contract/contract.js';
import { judgeContract } from './contract/judge-contract.js';
import { requirePact } from './contract/run-pact.js';
import { createFirst } from './first-pet.js';
import { judge, type Law } from './laws/law.js';
import { lawsAfterContract, lawsBeforeContract } from './laws/laws.js';
import { Patience } from './laws/soon.js';
import type { ResolvedVerifyOptions } from './options.js';
import { VerificationPets } from './pets.js';
import { planFor, type VerificationPlan } from './plan.js';
import { expectNoLockout, probe } from './probe.js';
import { Provider } from './provider/provider.js';
import { createTransport } from './provider/transport.js';
import { inDocumentOrder, type VerificationReport } from './report/report.js';
import { CannotJudge, type JudgedPromise } from './verdict.js';

/** What a verification says of itself while it runs. */
export interface VerificationProgress {
  /** Called once, before anything is created. */
  begins?(plan: VerificationPlan): void;
  /** Called after each step, with the number of promises that are judged by then. */
  judged?(count: number): void;
  /** Called after each pet that was created, with how many there are by then. */
  created?(count: number): void;
}

async function judgeAll(
  provider: Provider,
  options: ResolvedVerifyOptions,
  progress: VerificationProgress,
): Promise<JudgedPromise[]> {
  const { categoryId, guesses } = await probe(provider, options.categoryId);
  requirePact();
  const contract = readContract(provider.readOnly);
  progress.begins?.(planFor(contract.interactions, provider.readOnly));
  const store = new AnimalStore(provider);
  const pets = new VerificationPets(store, categoryId, randomUUID().slice(0, 4));
  if (!provider.readOnly) {
    await createFirst(pets, guesses);
  }
  const trial = { store, pets, patience: new Patience(options.timeout) };
  const promises: JudgedPromise[] = [];
  const judgeEach = async (laws: readonly Law[]) => {
    for (const law of laws) {
      promises.push(await judge(law, trial));
      progress.judged?.(promises.length);
    }
  };
  await judgeEach(lawsBeforeContract);
  const onJudged = (count: number) => progress.judged?.(promises.length + count);
  promises.push(...(await judgeContract(provider, pets, contract, options.timeout, onJudged)));
  await judgeEach(lawsAfterContract);
  await expectNoLockout(provider);
  return inDocumentOrder(promises);
}

/** What the verdicts come to together. */
function conclude(
  promises: readonly JudgedPromise[],
): Pick<VerificationReport, 'outcome' | 'reason' | 'promises'> {
  if (promises.some(({ verdict }) => verdict === 'broken')) {
    return { outcome: 'broken', promises };
  }
  if (promises.some(({ verdict }) => verdict === 'held')) {
    return { outcome: 'held', promises };
  }
  const reasons = new Set(promises.map(({ reason }) => reason));
  const reason = `No promise could be put to the proof: ${[...reasons].join('; ')}.`;
  return { outcome: 'not judged', reason, promises };
}

/**
 * Holds a running implementation to every promise of the interface document, by its address and a key
 * alone: to the laws, which take several calls, and to the contract, with Pact's verifier.
 */
export async function runVerification(
  options: ResolvedVerifyOptions,
  progress: VerificationProgress = {},
): Promise<VerificationReport> {
  const start = performance.now();
  const { url, apiKey, invalidApiKey, timeout, readOnly } = options;
  const transport = createTransport({ url, timeout, fetch });
  const keys = { valid: apiKey, invalid: invalidApiKey };
  const provider = new Provider(transport, keys, readOnly, (count) => progress.created?.(count));
  const said = () => ({
    url,
    createdPets: provider.createdPets,
    milliseconds: Math.round(performance.now() - start),
  });
  try {
    const concluded = conclude(await judgeAll(provider, options, progress));
    return { ...said(), ...concluded };
  } catch (error) {
    if (error instanceof CannotJudge) {
      return { ...said(), outcome: 'not judged', reason: error.message, promises: [] };
    }
    throw error;
  }
}
