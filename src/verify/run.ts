import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { shorten } from '../document/format.js';
import { petStatuses } from '../document/pet.js';
import { UsageError } from '../options/usage-error.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { allChecks, type Stage, stages } from './checks/all-checks.js';
import { burstChecks, burstSize } from './checks/bursts.js';
import { type Check, type CheckContext, RetryBudget, runCheck } from './checks/check.js';
import { bareNames, specialNamesCheck } from './checks/creating.js';
import { enoughPets } from './checks/listing.js';
import { sectionTitles } from './document.js';
import { namePrefix, VerificationPets } from './pets.js';
import { createFirstPet, expectNoLockout, probeProvider } from './probe.js';
import { conclude, groupBySection, type VerificationReport } from './report/report.js';
import { CannotVerify, catchError, Inconclusive, type RequirementResult } from './result.js';
import { Client } from './send/client.js';
import { type Fetch, fetchOverHttp } from './send/http.js';
import { AnimalStore } from './store.js';

/** What a requirement can be selected by. */
type Selectable = Pick<RequirementResult, 'section' | 'requirement'>;

/** Whether --only selects a requirement. */
type IsSelected = (requirement: Selectable) => boolean;

/** Shorter words are in any requirement. */
const minWord = 3;

/** Finds the requirements of a section and its parts, or those with these words, as a report shows them. */
function find(all: readonly Selectable[], text: string): Selectable[] {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^section /, '');
  if (sectionTitles[words] !== undefined) {
    return all.filter(({ section }) => `${section}.`.startsWith(`${words}.`));
  }
  const rest = words.replace(/^[\d.]+ /, '');
  const isTitle = (title = '') => title.toLowerCase() === rest;
  return all.filter(
    ({ section, requirement }) =>
      isTitle(sectionTitles[section]) ||
      (rest.length >= minWord && requirement.toLowerCase().includes(rest)),
  );
}

/** Finds what a value selects: as a whole, because a requirement may have a comma, or each of its parts. */
function select(all: readonly Selectable[], value: string): Selectable[] {
  const whole = find(all, value);
  const found = whole.length > 0 ? [whole] : value.split(',').map((part) => find(all, part));
  const missing = found.findIndex(({ length }) => length === 0);
  if (missing < 0) {
    return found.flat();
  }
  const sections = Object.keys(sectionTitles).filter((one) => find(all, one).length > 0);
  const got = JSON.stringify(shorten(value.split(',')[missing]?.trim() ?? ''));
  throw new UsageError(
    `--only must be sections with requirements (${sections.sort().join(', ')}) or words of a ` +
      `requirement, such as "${all[0]?.requirement}"; got ${got}. Copy the words from a report: --json ` +
      'lists all requirements.',
  );
}

/**
 * Finds the requirements that --only selects; without it, all are.
 *
 * @throws {UsageError} when a value selects none
 */
export function selectRequirements(
  all: readonly Selectable[],
  only: readonly string[],
): IsSelected {
  const selected = new Set(
    only.flatMap((value) => select(all, value)).map(({ requirement }) => requirement),
  );
  return ({ requirement }) => only.length === 0 || selected.has(requirement);
}

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

export function createPlan(
  { readOnly, maxConcurrency }: Pick<ResolvedVerifyOptions, 'readOnly' | 'maxConcurrency'>,
  prefix: string,
  isSelected: IsSelected,
): VerificationPlan {
  const count = (part: readonly Stage[]) =>
    part
      .flatMap(({ checks }) => checks)
      .filter((one) => maxConcurrency >= burstSize || !burstChecks.includes(one))
      .filter(isSelected)
      .reduce((sum, { creates = 0 }) => sum + creates, 0);
  // From the fourth stage on, checks may first create the pets that a page lacks.
  const before = Math.max(count(stages.slice(0, 3)), enoughPets);
  const maxPets = sharedPets + before + count(stages.slice(3));
  return {
    requirements: allChecks.filter(isSelected).length,
    maxPets: readOnly ? 0 : maxPets,
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
export const connect = (
  options: ResolvedVerifyOptions,
  stop: AbortSignal,
  fetch: Fetch = fetchOverHttp,
  onPetCreated?: (count: number) => void,
) => new AnimalStore(options, new Client(options, stop, fetch), onPetCreated);

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

/** The cases of a check that --only leaves out. */
const leaveOut = () => {
  throw new Inconclusive('left out by --only', { excludedBy: '--only' });
};

/** Runs all checks; the cases of one that is not selected are left out. */
async function runChecks(
  context: CheckContext,
  isSelected: IsSelected,
  candidates: readonly bigint[],
  progress: VerificationProgress,
): Promise<RequirementResult[]> {
  const { pets, store } = context;
  const results: RequirementResult[] = [];
  const runOne = async (check: Check) => {
    const cases = isSelected(check) ? check.cases : leaveOut;
    results[allChecks.indexOf(check)] = await runCheck({ ...check, cases }, context);
    progress.onResult?.(results.filter(isSelected).length);
  };
  for (const { checks, isInOrder } of stages) {
    if (checks === burstChecks && !store.readOnly) {
      await createFirstPet(pets, candidates);
    }
    // A burst that failed has lowered the limit.
    if (!isInOrder && store.client.limit >= burstSize) {
      await Promise.all(checks.map(runOne));
      continue;
    }
    for (const check of checks) {
      await runOne(check);
    }
  }
  await expectNoLockout(store);
  return groupBySection(results).flatMap(([, group]) => group);
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
  const { url, deadline, timeout, minAge } = options;
  const isSelected = selectRequirements(allChecks, options.only);
  const prefix = createPrefix();
  return withStop(deadline, progress.signal, async (stop) => {
    const store = connect(options, stop, fetch, progress.onPetCreated?.bind(progress));
    const results = await catchError(CannotVerify, async () => {
      const { categoryId, candidates } = await probeProvider(store, options.categoryId);
      progress.onStart?.(createPlan(options, prefix, isSelected));
      const pets = new VerificationPets(store, categoryId, prefix);
      const retryBudget = new RetryBudget(timeout, stop);
      return runChecks({ store, pets, retryBudget, minAge }, isSelected, candidates, progress);
    });
    const { created } = store;
    const milliseconds = Math.round(performance.now() - start);
    const pets = { createdPets: created.length, namePrefix: prefix, created };
    return { url, ...pets, milliseconds, ...conclude(results, options, stop) };
  });
}
