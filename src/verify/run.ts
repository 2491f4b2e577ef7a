import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { petStatuses } from '../document/pet.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import {
  allChecks,
  firstChecks,
  independentChecks,
  lastChecks,
  pageChecks,
  rowChecks,
} from './checks/all-checks.js';
import { Bursts, burstChecks } from './checks/bursts.js';
import { type Check, type CheckContext, RetryBudget, runCheck } from './checks/check.js';
import { bareNames, specialNamesCheck } from './checks/creating.js';
import { enoughPets } from './checks/listing.js';
import { createUnselected, type IsSelected, selectRequirements } from './only.js';
import { namePrefix, VerificationPets } from './pets.js';
import { createFirstPet, expectNoLockout, probeProvider } from './probe.js';
import { conclude } from './report/conclusion.js';
import { groupBySection, type VerificationReport } from './report/report.js';
import { CannotVerify, catchError, Inconclusive, type RequirementResult } from './result.js';
import { Client } from './send/client.js';
import { type Fetch, fetchOverHttp } from './send/http.js';
import { AnimalStore } from './store.js';

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

const beforePages = [...firstChecks, ...independentChecks].filter(
  (check) => !burstChecks.includes(check),
);
const afterPages = [...rowChecks, ...lastChecks];

export function createPlan(
  bursts: Bursts,
  prefix: string,
  readOnly: boolean,
  isSelected: IsSelected,
): VerificationPlan {
  const byBursts = burstChecks.some(isSelected) ? bursts.creates : 0;
  const before = byBursts + countCreated(beforePages.filter(isSelected));
  const after = countCreated(afterPages.filter(isSelected));
  return {
    requirements: allChecks.filter(isSelected).length,
    maxPets: readOnly ? 0 : sharedPets + Math.max(before, enoughPets) + after,
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

/** Creates the connection to a provider; nothing is sent yet. */
export function connect(
  options: ResolvedVerifyOptions,
  stop: AbortSignal,
  fetch: Fetch = fetchOverHttp,
  onPetCreated?: (count: number) => void,
): AnimalStore {
  const { url, apiKey, invalidApiKey, header: headers, readOnly } = options;
  const client = new Client({ ...options, headers, stop, fetch });
  const keys = { valid: apiKey, invalid: invalidApiKey };
  return new AnimalStore({ client, url, keys, headers, readOnly, onPetCreated });
}

/** Begins the names of the pets of one run. */
export const createPrefix = () => `${namePrefix} ${randomUUID().slice(0, 8)}`;

/**
 * Runs an action with a signal that is aborted by another signal or at the deadline; its reason is an
 * {@link Inconclusive}.
 */
export async function withStop<Result>(
  deadline: number,
  signal: AbortSignal | undefined,
  action: (stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  // Each request and each wait listens.
  setMaxListeners(0, controller.signal);
  const stop = (reason: string) => controller.abort(new Inconclusive(reason));
  const onAbort = () => {
    const { reason } = signal ?? {};
    const text = reason instanceof Error ? reason.message : `${reason}`;
    stop(`the verification was stopped (${text})`);
  };
  const timer = setTimeout(
    () => stop(`the deadline of ${deadline} ms passed (--deadline)`),
    deadline,
  );
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) {
    onAbort();
  }
  try {
    return await action(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** What belongs to one run. */
interface Run {
  readonly stop: AbortSignal;
  readonly prefix: string;
  readonly isSelected: IsSelected;
  readonly progress: VerificationProgress;
}

/** Runs all checks; the cases of one that is not selected are left out. */
async function runChecks(context: CheckContext, run: Run, candidates: readonly bigint[]) {
  const { isSelected, progress } = run;
  const { bursts, pets, store } = context;
  const results: RequirementResult[] = [];
  const runOne = async (check: Check) => {
    const leftOut = { ...check, run: () => Promise.reject(createUnselected()) };
    results.push(await runCheck(isSelected(check) ? check : leftOut, context));
    progress.onResult?.(results.filter(isSelected).length);
  };
  const runInOrder = async (checks: readonly Check[]) => {
    for (const check of checks) {
      await runOne(check);
    }
  };
  const runAtOnce = async (checks: readonly Check[]) => {
    await ((await bursts.havePassed()) ? Promise.all(checks.map(runOne)) : runInOrder(checks));
  };
  const [firstLists, ...others] = firstChecks;
  await runInOrder(firstLists ? [firstLists] : []);
  if (!store.readOnly) {
    await createFirstPet(pets, candidates);
  }
  await runInOrder(others);
  await runAtOnce(independentChecks);
  await runInOrder(pageChecks);
  await runAtOnce(rowChecks);
  await runInOrder(lastChecks);
  await expectNoLockout(store);
  const places = new Map(allChecks.map(({ requirement }, index) => [requirement, index]));
  const place = ({ requirement }: RequirementResult) => places.get(requirement) ?? 0;
  results.sort((one, other) => place(one) - place(other));
  return groupBySection(results).flatMap(([, group]) => group);
}

async function verifyAll(
  store: AnimalStore,
  options: ResolvedVerifyOptions,
  run: Run,
): Promise<RequirementResult[]> {
  const { timeout, minAge, readOnly } = options;
  const { stop, prefix, isSelected, progress } = run;
  const { listed, categoryId, candidates } = await probeProvider(store, options.categoryId);
  const before = listed + sharedPets + countCreated(beforePages);
  const bursts = new Bursts(store.client, before, countCreated(afterPages));
  progress.onStart?.(createPlan(bursts, prefix, readOnly, isSelected));
  const pets = new VerificationPets(store, categoryId, prefix);
  const retryBudget = new RetryBudget(timeout, stop);
  return runChecks({ store, pets, retryBudget, bursts, minAge }, run, candidates);
}

/**
 * Verifies a running implementation against the interface document, by its URL and a key.
 *
 * @param fetch sends the requests; tests replace it
 * @throws {UsageError} when --only selects nothing
 */
export async function runVerification(
  options: ResolvedVerifyOptions,
  progress: VerificationProgress = {},
  fetch?: Fetch,
): Promise<VerificationReport> {
  const start = performance.now();
  const { url, deadline } = options;
  const isSelected = selectRequirements(allChecks, options.only);
  const prefix = createPrefix();
  return withStop(deadline, progress.signal, async (stop) => {
    const store = connect(options, stop, fetch, progress.onPetCreated?.bind(progress));
    const results = await catchError(CannotVerify, () =>
      verifyAll(store, options, { stop, prefix, isSelected, progress }),
    );
    const { created } = store;
    const milliseconds = Math.round(performance.now() - start);
    const pets = { createdPets: created.length, namePrefix: prefix, created };
    return { url, ...pets, milliseconds, ...conclude(results, options, stop) };
  });
}
