import { petStatuses } from '../engine/pets/pet.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import {
  allChecks,
  checksAfterContract,
  checksBeforeContract,
  pageChecks,
} from './checks/all-checks.js';
import { Bursts, burstChecks } from './checks/bursts.js';
import { type Check, RetryBudget, runCheck } from './checks/check.js';
import { bareNames, sharedPetsCheck, specialNamesCheck } from './checks/creating.js';
import { enoughPets, firstListsCheck } from './checks/listing.js';
import { connect, withStop } from './connection.js';
import { type ContractInteraction, type NumberedContract, readContract } from './pact/contract.js';
import { PactVerifier, requirePact } from './pact/run-pact.js';
import { type ContractSettings, verifyContract } from './pact/verify-contract.js';
import { AnimalStore } from './provider/animal-store.js';
import { fetchOverHttp } from './provider/http.js';
import { VerificationPets } from './provider/pets.js';
import { createFirstPet, expectNoLockout, probeProvider } from './provider/probe.js';
import type { Provider } from './provider/provider.js';
import type { TransportSettings } from './provider/transport.js';
import { conclude } from './report/outcome.js';
import { groupBySection, type VerificationReport } from './report/report.js';
import { CannotVerify, catchError, type RequirementResult } from './result.js';
import { createUnselected, type IsSelected, selectRequirements } from './selection.js';

/** What a verification is about to do. */
export interface VerificationPlan {
  /** Number of requirements. */
  readonly requirements: number;
  /** Maximum number of created pets. A provider that accepts invalid requests gets more. */
  readonly maxPets: number;
  /** Part of the names of created pets. */
  readonly namePrefix: string;
  /** Names of created pets that do not contain the prefix. */
  readonly oddNames: readonly string[];
}

/** Pets that several checks share: one of each status, and one without. */
const sharedPets = petStatuses.length + 1;

const countCreated = (checks: readonly Check[]) =>
  checks.reduce((sum, { creates = 0 }) => sum + creates, 0);

/** Maximum number of pets that the checks create without bursts: before the contract, and after it. */
const petsBeforeContract = sharedPets + countCreated(checksBeforeContract);
const petsAfterContract = countCreated(checksAfterContract);

/** Maximum number of pets of the contract; one is of the category that a state needs. */
const countByContract = (interactions: readonly ContractInteraction[]) =>
  interactions.filter(({ status }) => status === 201).length + 1;

interface PlanSettings {
  readonly readOnly: boolean;
  readonly prefix: string;
  readonly bursts: Bursts;
  /** Default: all. */
  readonly isSelected?: IsSelected;
}

export function createPlan(
  interactions: readonly ContractInteraction[],
  { readOnly, prefix, bursts, isSelected = () => true }: PlanSettings,
): VerificationPlan {
  const sent = interactions.filter(isSelected);
  const checks = allChecks.filter(isSelected);
  const alone = checks.filter((check) => !burstChecks.includes(check));
  const byBursts = alone.length < checks.length ? bursts.creates : 0;
  const after = alone.filter((check) => checksAfterContract.includes(check));
  const before = byBursts + countCreated(alone) - countCreated(after);
  const byChecks = sharedPets + Math.max(before, enoughPets) + countCreated(after);
  return {
    requirements: sent.length + checks.length,
    maxPets: readOnly ? 0 : countByContract(sent) + byChecks,
    namePrefix: prefix,
    oddNames: readOnly || !isSelected(specialNamesCheck) ? [] : bareNames,
  };
}

/** Callbacks that follow a verification, and a signal that stops it. */
export interface VerificationProgress {
  /** Ends the verification at once; the report is then partial. */
  readonly signal?: AbortSignal;
  /** Called once, before a pet is created. */
  onStart?(plan: VerificationPlan): void;
  /** Called after each step, with the number of tested requirements. */
  onResult?(count: number): void;
  /** Called after each created pet, with the number of pets so far. */
  onPetCreated?(count: number): void;
}

/** How a verification sends requests and verifies the contract; tests replace both. */
export interface VerificationMeans {
  readonly fetch: TransportSettings['fetch'];
  /** Starts Pact's verifier; without one, the contract is left out. */
  readonly startPact?: () => ContractSettings['verifier'];
}

const means: VerificationMeans = { fetch: fetchOverHttp, startPact: () => new PactVerifier() };

/** What belongs to one run. */
interface Run extends Pick<TransportSettings, 'queue' | 'stop'> {
  readonly contract: NumberedContract;
  /** Begins the names of its pets. */
  readonly prefix: string;
  readonly isSelected: IsSelected;
}

const leaveOut = (check: Check): Check => ({
  ...check,
  run: () => Promise.reject(createUnselected()),
});

async function verifyAll(
  provider: Provider,
  options: ResolvedVerifyOptions,
  progress: VerificationProgress,
  startPact: VerificationMeans['startPact'],
  { queue, stop, contract, prefix, isSelected }: Run,
): Promise<RequirementResult[]> {
  const { timeout, minAge, readOnly } = options;
  const { listed, categoryId, candidates } = await probeProvider(provider, options.categoryId);
  requirePact();
  const petsAfter = countByContract(contract.interactions) + petsAfterContract;
  const bursts = new Bursts(queue, listed + petsBeforeContract, petsAfter);
  progress.onStart?.(createPlan(contract.interactions, { readOnly, prefix, bursts, isSelected }));
  const verifier = startPact?.();
  try {
    const store = new AnimalStore(provider);
    const pets = new VerificationPets(store, categoryId, prefix);
    const retryBudget = new RetryBudget(timeout, stop);
    const context = { store, pets, retryBudget, bursts, minAge };
    const results: RequirementResult[] = [];
    let tested = 0;
    const run = async (check: Check) => {
      const result = await runCheck(isSelected(check) ? check : leaveOut(check), context);
      tested += isSelected(check) ? 1 : 0;
      progress.onResult?.(tested);
      return result;
    };
    const runInOrder = async (checks: readonly Check[]) => {
      for (const check of checks) {
        results.push(await run(check));
      }
    };
    await runInOrder([firstListsCheck]);
    if (!provider.readOnly) {
      await createFirstPet(pets, candidates);
    }
    await runInOrder([sharedPetsCheck, ...burstChecks]);
    if (await bursts.havePassed()) {
      results.push(...(await Promise.all(checksBeforeContract.map(run))));
    } else {
      await runInOrder(checksBeforeContract);
    }
    await runInOrder(pageChecks);
    if (verifier !== undefined) {
      const onResult = (count: number) => progress.onResult?.(tested + count);
      const maxConcurrency = queue.limit;
      const settings = { verifier, timeout, maxConcurrency, stop, onResult, isSelected };
      results.push(...(await verifyContract(provider, pets, contract, settings)));
      tested = results.filter(isSelected).length;
    }
    await runInOrder(checksAfterContract);
    await expectNoLockout(provider);
    return groupBySection(results).flatMap(([, group]) => group);
  } finally {
    verifier?.end();
  }
}

/**
 * Verifies a running implementation against the interface document, by its URL and a key: with the
 * checks, which take several requests each, and with Pact's verifier and the contract.
 *
 * @throws {UsageError} when --only selects nothing
 */
export async function runVerification(
  options: ResolvedVerifyOptions,
  progress: VerificationProgress = {},
  { fetch, startPact }: VerificationMeans = means,
): Promise<VerificationReport> {
  const start = performance.now();
  const { url, deadline } = options;
  const contract = readContract();
  const isSelected = selectRequirements([...allChecks, ...contract.interactions], options.only);
  return withStop(deadline, progress.signal, async (stop) => {
    const { onPetCreated } = progress;
    const { provider, queue, prefix } = connect(options, { stop, fetch, onPetCreated });
    const results = await catchError(CannotVerify, () =>
      verifyAll(provider, options, progress, startPact, {
        queue,
        stop,
        contract,
        prefix,
        isSelected,
      }),
    );
    const { createdPets, created } = provider;
    const milliseconds = Math.round(performance.now() - start);
    const pets = { createdPets, namePrefix: prefix, created };
    return { url, ...pets, milliseconds, ...conclude(results, options, stop) };
  });
}
