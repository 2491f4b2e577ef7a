import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { shorten } from '../document/format.js';
import { UsageError } from '../options/usage-error.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { allChecks, stages } from './checks/all-checks.js';
import { burstChecks, burstSize } from './checks/bursts.js';
import { type Check, RetryBudget, runCheck } from './checks/check.js';
import { namePrefix, VerificationPets } from './pets.js';
import { createFirstPet, expectNoLockout, probeProvider } from './probe.js';
import { conclude, groupBySection, type VerificationReport } from './report/report.js';
import { CannotVerify, catchError, Inconclusive, type RequirementResult } from './result.js';
import { Client } from './send/client.js';
import { type Fetch, fetchOverHttp } from './send/http.js';
import { AnimalStore } from './store.js';

/**
 * Finds the checks that --only selects, by a section with its parts, or words of a requirement; without it,
 * all are.
 *
 * @throws {UsageError} when a value selects none
 */
export function selectChecks(all: readonly Check[], only: readonly string[]): readonly Check[] {
  const found = only.flatMap((value) => {
    const text = value.trim().toLowerCase();
    const isSelected = ({ section, requirement }: Check) =>
      /^[\d.]+$/.test(text)
        ? `${section}.`.startsWith(`${text}.`)
        : text.length > 2 && requirement.toLowerCase().includes(text);
    const selected = all.filter(isSelected);
    if (selected.length === 0) {
      const sections = [...new Set(all.map(({ section }) => section))].sort();
      throw new UsageError(
        `--only must be a section with requirements (${sections.join(', ')}) or words of a requirement, such as ` +
          `"${all[0]?.requirement}"; got ${JSON.stringify(shorten(value))}. Copy the words from a report.`,
      );
    }
    return selected;
  });
  return only.length === 0 ? all : all.filter((check) => found.includes(check));
}

/** What a verification is about to do. */
export interface VerificationPlan {
  /** Number of requirements. */
  readonly requirements: number;
  /** Maximum number of created pets. A provider that accepts invalid requests gets more. */
  readonly maxPets: number;
  /** Part of the names of created pets. */
  readonly namePrefix: string;
}

/** All checks together create so many pets in a store that has none. */
const maxPets = 42;

/** Callbacks that follow a verification, and a signal that stops it. */
export interface VerificationProgress {
  /** Ends the verification at once; the report is then partial. */
  readonly signal?: AbortSignal;
  /** Called once, before a pet is created. */
  onStart?(plan: VerificationPlan): void;
  /** Called after each step, with the number of tested requirements. */
  onResult?(count: number): void;
}

/** Creates the connection to a provider; nothing is sent yet. */
export const connect = (
  options: ResolvedVerifyOptions,
  stop: AbortSignal,
  fetch: Fetch = fetchOverHttp,
) => new AnimalStore(options, new Client(options, stop, fetch));

/** Begins the names of the pets of one run. */
export const createPrefix = () => `${namePrefix} ${randomUUID().slice(0, 6)}`;

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
  const onAbort = () =>
    stop(`the verification was stopped (${signal?.reason?.message ?? signal?.reason})`);
  const late = `the deadline of ${deadline} ms passed (--deadline)`;
  const timer = setTimeout(stop, deadline, late);
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

/**
 * Runs checks, in their stages.
 *
 * @param selected those to run
 * @param onReached called before a pet is created
 * @throws {CannotVerify} when none can be tested
 */
async function runChecks(
  store: AnimalStore,
  options: ResolvedVerifyOptions,
  prefix: string,
  selected: readonly Check[],
  onReached: () => void,
  onResult: (count: number) => void = () => {},
): Promise<RequirementResult[]> {
  const { timeout, minAge } = options;
  const { categoryId, candidates } = await probeProvider(store, options.categoryId);
  onReached();
  const pets = new VerificationPets(store, categoryId, prefix);
  const retryBudget = new RetryBudget(timeout, store.client.stop);
  const context = { store, pets, retryBudget, minAge };
  const results = new Map<Check, RequirementResult>();
  const runOne = async (check: Check) => {
    results.set(check, await runCheck(check, context));
    onResult(results.size);
  };
  for (const stage of stages) {
    if (stage[0] === burstChecks[0] && !store.readOnly) {
      await createFirstPet(pets, candidates, 'available');
    }
    const checks = stage.filter((check) => selected.includes(check));
    // A burst that failed has lowered the limit.
    if (store.client.limit >= burstSize) {
      await Promise.all(checks.map(runOne));
      continue;
    }
    for (const check of checks) {
      await runOne(check);
    }
  }
  await expectNoLockout(store);
  const inOrder = allChecks.flatMap((check) => results.get(check) ?? []);
  return groupBySection(inOrder).flatMap(([, group]) => group);
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
  const selected = selectChecks(allChecks, options.only);
  const prefix = createPrefix();
  return withStop(deadline, progress.signal, async (stop) => {
    const store = connect(options, stop, fetch);
    const onReached = () =>
      progress.onStart?.({
        requirements: selected.length,
        maxPets: options.readOnly ? 0 : maxPets,
        namePrefix: prefix,
      });
    const results = await catchError(CannotVerify, () =>
      runChecks(store, options, prefix, selected, onReached, progress.onResult),
    );
    const { created } = store;
    const milliseconds = Math.round(performance.now() - start);
    const pets = { createdPets: created.length, namePrefix: prefix, created };
    return { url, ...pets, milliseconds, ...conclude(results, options, stop) };
  });
}
