import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { shorten } from '../document/format.js';
import { UsageError } from '../options/usage-error.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { createSimulator } from '../simulator/node-simulator.js';
import { allChecks, stages } from './checks/all-checks.js';
import { burstChecks, burstSize } from './checks/bursts.js';
import { type Check, type CheckContext, RetryBudget, runCheck } from './checks/check.js';
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

/** Finds what a value selects, or fails. */
function select(all: readonly Selectable[], value: string): Selectable[] {
  const found = find(all, value);
  if (found.length > 0) {
    return found;
  }
  const sections = Object.keys(sectionTitles).filter((one) => find(all, one).length > 0);
  throw new UsageError(
    `--only must be sections with requirements (${sections.sort().join(', ')}) or words of a ` +
      `requirement, such as "${all[0]?.requirement}"; got ${JSON.stringify(shorten(value))}. Copy the words from a report: --json ` +
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
  /** About how many requests are sent. A provider that fails or lags gets others. */
  readonly requests: number;
  /** How many of them have a wrong key, or none. */
  readonly withoutKey: number;
  /** Maximum number of created pets. A provider that accepts invalid requests gets more. */
  readonly maxPets: number;
  /** Part of the names of created pets. */
  readonly namePrefix: string;
}

/** Rehearses a verification on a simulator, in which no pet replaces one that has to be created. */
export async function createPlan(
  options: ResolvedVerifyOptions,
  namePrefix: string,
  isSelected: IsSelected,
): Promise<VerificationPlan> {
  const { readOnly, apiKey } = options;
  const { fetch } = createSimulator({ apiKey, pets: readOnly ? enoughPets : 0 });
  let requests = 0;
  let withoutKey = 0;
  const own = { url: 'http://simulator/v1', categoryId: undefined, header: [], minAge: 0 };
  const rehearsed = { ...options, ...own };
  const store = connect(rehearsed, new AbortController().signal, (url, init) => {
    requests += 1;
    withoutKey += init.headers.get('authorization') === `Bearer ${apiKey}` ? 0 : 1;
    return fetch(url, init);
  });
  await testAll(store, rehearsed, namePrefix, isSelected);
  return {
    requirements: allChecks.filter(isSelected).length,
    requests,
    withoutKey,
    maxPets: store.created.length,
    namePrefix,
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
      await createFirstPet(pets, candidates, 'available');
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
 * Tests all selected requirements.
 *
 * @param onReached called before a pet is created
 * @throws {CannotVerify} when none can be tested
 */
async function testAll(
  store: AnimalStore,
  { categoryId: ownCategory, timeout, minAge, brokenUnicode }: ResolvedVerifyOptions,
  prefix: string,
  isSelected: IsSelected,
  progress: VerificationProgress = {},
  onReached = async () => {},
): Promise<RequirementResult[]> {
  const { categoryId, candidates } = await probeProvider(store, ownCategory);
  await onReached();
  const pets = new VerificationPets(store, categoryId, prefix);
  const retryBudget = new RetryBudget(timeout, store.client.stop);
  const context = { store, pets, retryBudget, minAge, brokenUnicode };
  return runChecks(context, isSelected, candidates, progress);
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
    const store = connect(options, stop, fetch);
    const announce = async () => progress.onStart?.(await createPlan(options, prefix, isSelected));
    const results = await catchError(CannotVerify, () =>
      testAll(store, options, prefix, isSelected, progress, announce),
    );
    const { created } = store;
    const milliseconds = Math.round(performance.now() - start);
    const pets = { createdPets: created.length, namePrefix: prefix, created };
    return { url, ...pets, milliseconds, ...conclude(results, options, stop) };
  });
}
