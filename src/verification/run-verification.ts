import { randomUUID } from 'node:crypto';
import { petStatuses } from '../engine/pets/pet.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { laws, lawsAfterContract, lawsBeforeContract } from './checks/all-checks.js';
import { judge, type Law } from './checks/check.js';
import { wholeNames } from './checks/creating.js';
import { Patience } from './checks/eventually.js';
import { enough } from './checks/listing.js';
import { type ContractInteraction, readContract } from './pact/contract.js';
import { requirePact } from './pact/run-pact.js';
import { judgeContract } from './pact/verify-contract.js';
import { AnimalStore } from './provider/animal-store.js';
import { VerificationPets } from './provider/pets.js';
import { createFirst, expectNoLockout, probe } from './provider/probe.js';
import { Provider } from './provider/provider.js';
import { createTransport, type TransportSettings } from './provider/transport.js';
import { inDocumentOrder, type VerificationReport } from './report/report.js';
import { CannotJudge, type JudgedPromise } from './verdict.js';

/** What a verification is going to do. */
export interface VerificationPlan {
  readonly promises: number;
  /** A provider that accepts what it should refuse gets more. */
  readonly maxPets: number;
  /** Names of some of them that don't say where they come from; all others do. */
  readonly oddNames: readonly string[];
}

/** Pets that several promises share: one of each status, one without, and one of a large category. */
const shared = petStatuses.length + 2;

export function planFor(
  interactions: readonly ContractInteraction[],
  readOnly: boolean,
): VerificationPlan {
  const byContract = interactions.filter(({ status }) => status === 201).length;
  const byLaws = laws.reduce((sum, { creates = 0 }) => sum + creates, shared);
  return {
    promises: interactions.length + laws.length,
    maxPets: readOnly ? 0 : byContract + Math.max(byLaws, enough),
    oddNames: readOnly ? [] : wholeNames,
  };
}

/** What a verification says of itself while it runs. */
export interface VerificationProgress {
  /** Called once, before anything is created. */
  begins?(plan: VerificationPlan): void;
  /** Called after each step, with the number of promises that are judged by then. */
  judged?(count: number): void;
  /** Called after each pet that was created, with how many there are by then. */
  created?(count: number): void;
}

/** How a verification reaches the provider, and holds it to the contract. */
export interface VerificationMeans {
  readonly fetch: TransportSettings['fetch'];
  readonly judgeContract: typeof judgeContract;
}

async function judgeAll(
  provider: Provider,
  options: ResolvedVerifyOptions,
  progress: VerificationProgress,
  means: VerificationMeans,
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
  promises.push(
    ...(await means.judgeContract(provider, pets, contract, options.timeout, onJudged)),
  );
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
  means: VerificationMeans = { fetch, judgeContract },
): Promise<VerificationReport> {
  const start = performance.now();
  const { url, apiKey, invalidApiKey, timeout, readOnly } = options;
  const transport = createTransport({ url, timeout, fetch: means.fetch });
  const keys = { valid: apiKey, invalid: invalidApiKey };
  const provider = new Provider(transport, keys, readOnly, (count) => progress.created?.(count));
  const said = () => ({
    url,
    createdPets: provider.createdPets,
    milliseconds: Math.round(performance.now() - start),
  });
  try {
    const concluded = conclude(await judgeAll(provider, options, progress, means));
    return { ...said(), ...concluded };
  } catch (error) {
    if (error instanceof CannotJudge) {
      return { ...said(), outcome: 'not judged', reason: error.message, promises: [] };
    }
    throw error;
  }
}
