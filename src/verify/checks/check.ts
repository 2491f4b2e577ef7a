import { realTime } from '../../base/real-time.js';
import { findChangedField, type Pet } from '../../document/pet.js';
import { type Quoted, quotes } from '../../document/quotes.js';
import { createChangeError, petProblems } from '../../document/responses.js';
import { undecided } from '../causes.js';
import type { Provider, ReceivedPet } from '../provider.js';
import {
  Advice,
  type CaseResult,
  CheckFailed,
  catchError,
  type Evidence,
  findWorst,
  Inconclusive,
  type RequirementResult,
  runCase,
  StaleResponse,
} from '../result.js';

/** Cases of a requirement, by name. Each throws a {@link CaseEnd}, or passes. */
export type Cases = Readonly<Record<string, () => unknown>>;

export interface Check extends Quoted {
  readonly requirement: string;
  /** True if each case must follow the one before it. Default: they run side by side. */
  readonly isInOrder?: true;
  /** Prepares the cases. Whatever it throws is the verdict on a case called `set-up`. */
  readonly cases: (provider: Provider) => Cases | Promise<Cases>;
}

export const eachCase = <T>(
  values: Readonly<Record<string, T>>,
  test: (value: T) => unknown,
): Cases =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, () => test(value)]));

export const nameEach = <T extends string>(prefix: string, list: readonly T[]) =>
  Object.fromEntries(list.map((one) => [prefix + one, one]));

export async function runCheck(
  { section, requirement, quote, isInOrder, cases }: Check,
  provider: Provider,
): Promise<RequirementResult> {
  const results: CaseResult[] = [];
  const setUp = await runCase('set-up', async () => {
    const prepared = await catchError(CheckFailed, () => cases(provider));
    if (prepared instanceof CheckFailed) {
      // A failed set-up doesn't judge the requirement.
      throw new Inconclusive(`the set-up failed: ${prepared.message}`, prepared.evidence);
    }
    const all = Object.entries(prepared);
    if (isInOrder) {
      for (const [name, test] of all) {
        results.push(await runCase(name, test));
      }
    } else {
      results.push(...(await Promise.all(all.map(([name, test]) => runCase(name, test)))));
    }
  });
  const tried = setUp.verdict === 'passed' ? results : [...results, setUp];
  return { section, requirement, quote, verdict: findWorst(tried), cases: tried };
}

/** Waits for all of them. What contradicts the document decides, whatever else ends before it. */
export async function settleAll(all: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(all);
  const errors = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const error = errors.find((one) => one instanceof CheckFailed) ?? errors[0];
  if (error !== undefined) {
    throw error;
  }
}

/** Time before the second attempt, in milliseconds; before each further one, as much more. */
const lagInterval = 50;

/** After a stale response, so many in a row must be right: one that is right now and then fails. */
const requiredInARow = 3;

/** Of more pets, the service itself has lost some. */
const maxDeleted = 4;

/** True if other clients have deleted a pet: a response has shown it, no list has it, and most others are there. */
async function isDeleted(provider: Provider, evidence: Evidence): Promise<boolean> {
  const { request } = evidence;
  const { deleted, pets } = provider;
  const pet = pets.find(({ id }) => request === `GET /pets/${id}`);
  if (pet === undefined) {
    return false;
  }
  const pages = [await provider.listAll(), await provider.listAll(pet.status)];
  const isListed = (one: Pet) => pages.some((page) => page.pets.some(({ id }) => id === one.id));
  if (provider.history.get(pet.id)?.foundAt === undefined && !provider.listed.has(pet.id)) {
    throw new CheckFailed({
      ...evidence,
      cause: { title: petProblems.neverStored, ...quotes.created },
    });
  }
  if (!isListed(pet)) {
    deleted.add(request);
  }
  // A service that keeps one pet for each name has replaced it.
  const equal = pets.filter(({ name }) => name === pet.name);
  const isReplaced = equal.length > 2 && equal.filter(isListed).length === 1;
  return deleted.has(request) && deleted.size <= maxDeleted && !isReplaced;
}

/**
 * Repeats a test until it passes, within the retry budget: the document does not define when a new pet
 * becomes visible, a store with replicas lags, and other clients may create and delete pets meanwhile.
 * The test must request everything that it compares, so that all of it is fresh each time. What lag cannot
 * explain fails at once.
 */
export async function eventually<Result>(
  provider: Provider,
  test: () => Promise<Result>,
): Promise<Result> {
  const deadline = realTime.performance.now() + provider.retryBudget;
  for (let missing = 1, wait = lagInterval; ; ) {
    const result = await catchError(StaleResponse, test);
    if (!(result instanceof StaleResponse)) {
      missing -= 1;
      if (missing === 0) {
        return result;
      }
    } else if (
      realTime.performance.now() >= deadline ||
      provider.deleted.has(result.evidence.request)
    ) {
      if (await isDeleted(provider, result.evidence)) {
        throw new Advice(undecided.deletedPet, result.evidence);
      }
      provider.retryBudget = 0;
      throw result;
    } else {
      missing = requiredInARow;
      await provider.client.pause(wait);
      wait += lagInterval;
    }
  }
}

/** Finds whether a status changed by itself: getPet shows a new one, too, and that of a new pet twice. */
async function hasChangedStatus(provider: Provider, before: Pet, pet: Pet) {
  const { status } = before;
  if (pet.status === undefined || findChangedField({ ...pet, status }, before) !== undefined) {
    return false;
  }
  const isKept = async (one: Pet) =>
    (await eventually(provider, () => provider.get(one.id))).pet.status === one.status;
  if (await isKept(before)) {
    return false;
  }
  provider.keepsStatus ??= provider
    .create(status && { status })
    .then(async ({ pet: one }) => (await isKept(one)) && isKept(one));
  return provider.keepsStatus;
}

/**
 * Expects a pet to be as before. One that this verification created never changes, except that the document
 * does not exclude a new status; others may, by operations beyond the document (section 4.4).
 */
export async function expectSamePet(
  provider: Provider,
  before: Pet,
  { pet, exchange }: ReceivedPet,
  expected: string,
): Promise<void> {
  const isOwn = provider.pets.some(({ id }) => id === before.id);
  // The document does not say when a status is assigned that was omitted.
  const later = isOwn && before.status === undefined && pet.status && { status: pet.status };
  if (findChangedField(pet, { ...before, ...later }) === undefined) {
    return;
  }
  if (isOwn && (await hasChangedStatus(provider, before, pet))) {
    throw provider.advice(exchange, expected, undecided.changedStatus);
  }
  const { message: problem, title } = createChangeError(expected, before, pet);
  const isOther = provider.created.some(({ name }) => name === pet.name && name !== before.name);
  const cause = isOther ? petProblems.exchanged : title;
  const type = isOwn ? CheckFailed : StaleResponse;
  throw provider.failure(exchange, { expected, problem, cause }, type);
}

export const expectReadBack = (
  provider: Provider,
  pet: Pet,
  expected = 'the pet as createPet returned it',
): Promise<ReceivedPet> =>
  eventually(provider, async () => {
    const received = await provider.get(pet.id);
    await expectSamePet(provider, pet, received, expected);
    return received;
  });
