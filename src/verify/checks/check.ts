import { findChangedField, type Pet } from '../../document/pet.js';
import type { Quoted } from '../../document/quotes.js';
import { createChangeError, petMissingOrMoved } from '../../document/responses.js';
import { undecided } from '../causes.js';
import type { VerificationPets } from '../pets.js';
import type { ProviderClient, ReceivedPet } from '../provider-client.js';
import {
  Advice,
  type CaseResult,
  CheckFailed,
  catchError,
  findWorst,
  type RequirementResult,
  runCase,
  StaleResponse,
} from '../result.js';

/** What the checks of one verification share. */
export interface CheckContext {
  readonly store: ProviderClient;
  readonly pets: VerificationPets;
  /**
   * Milliseconds to wait for a store that lags. Once waiting was in vain, there are none left, so that
   * verifying a broken provider stays fast.
   */
  retryBudget: number;
  /** Age of the first pet, in milliseconds, at which all are read again. */
  readonly rereadAfter: number;
}

/** What is tried for a requirement, by name. Each throws a {@link CaseEnd}, or passes. */
export type Cases = Readonly<Record<string, () => unknown>>;

/** A requirement, with a quote from the document, and how to test it. */
export interface Check extends Quoted {
  readonly requirement: string;
  /** Whether each case must follow the one before it. Default: they run side by side. */
  readonly isInOrder?: true;
  /**
   * Prepares the cases. Whatever it throws is the verdict on a case called `set-up`.
   *
   * @throws {Inconclusive} when the cases cannot be prepared with this provider
   */
  readonly cases: (context: CheckContext) => Cases | Promise<Cases>;
}

/** Creates a case for each value, by its name. */
export const eachCase = <T>(
  values: Readonly<Record<string, T>>,
  test: (value: T) => unknown,
): Cases =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, () => test(value)]));

/** Creates a case for each element of a list, whose name ends in it. */
export const mapCases = <T extends string>(
  prefix: string,
  list: readonly T[],
  test: (element: T) => unknown,
): Cases => Object.fromEntries(list.map((one) => [prefix + one, () => test(one)]));

/** Runs all cases of a check, whatever becomes of the others. */
export async function runCheck(
  { section, requirement, quote, isInOrder, cases }: Check,
  context: CheckContext,
): Promise<RequirementResult> {
  const results: CaseResult[] = [];
  const setUp = await runCase('set-up', async () => {
    const all = Object.entries(await cases(context));
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
const interval = 50;

/** After a stale response, so many in a row must be right: one that is right now and then fails. */
const requiredInARow = 3;

/** Of more pets, the service itself has lost some. */
const maxDeleted = 4;

/** Whether other clients may have deleted a pet: lists don't have it either, and most other pets are still there. */
async function isDeleted({ store, pets }: CheckContext, { missing }: StaleResponse) {
  const pet = pets.created.find(({ id }) => id === missing);
  if (pet === undefined) {
    return false;
  }
  const pages = [await store.listAll(), await store.listAll(pet.status)];
  const isListed = (one: Pet) => pages.some((page) => page.pets.some(({ id }) => id === one.id));
  if (!isListed(pet)) {
    pets.deleted.add(pet.id);
  }
  // A service that keeps one pet for each name has replaced it.
  const equal = pets.created.filter(({ name }) => name === pet.name);
  const isReplaced = equal.length > 2 && equal.filter(isListed).length === 1;
  return pets.deleted.has(pet.id) && pets.deleted.size <= maxDeleted && !isReplaced;
}

/**
 * Repeats a test until it passes, within the retry budget: the document does not define when a new pet
 * becomes visible, a store with replicas lags, and other clients may create and delete pets meanwhile.
 * The test must request everything that it compares, so that all of it is fresh each time.
 *
 * @throws {CheckFailed} at once, if lag cannot explain it
 * @throws {StaleResponse} at the end of the budget
 */
export async function eventually<Result>(
  context: CheckContext,
  test: () => Promise<Result>,
): Promise<Result> {
  const { store, pets } = context;
  const deadline = performance.now() + context.retryBudget;
  for (let missing = 1, wait = interval; ; ) {
    const result = await catchError(StaleResponse, test);
    if (!(result instanceof StaleResponse)) {
      missing -= 1;
      if (missing === 0) {
        return result;
      }
    } else if (performance.now() >= deadline || pets.deleted.has(result.missing)) {
      if (await isDeleted(context, result)) {
        throw new Advice(result.evidence, undecided.deletedPet);
      }
      context.retryBudget = 0;
      throw result;
    } else {
      missing = requiredInARow;
      await store.client.pause(wait);
      wait += interval;
    }
  }
}

/** Finds whether a status changed by itself: getPet shows a new one, too, and that of a new pet twice. */
async function hasChangedStatus(context: CheckContext, before: Pet, pet: Pet) {
  const { store, pets } = context;
  const { status } = before;
  if (pet.status === undefined || findChangedField({ ...pet, status }, before) !== undefined) {
    return false;
  }
  const isKept = async (one: Pet) =>
    (await eventually(context, () => store.get(one.id))).pet.status === one.status;
  if (await isKept(before)) {
    return false;
  }
  pets.keepsStatus ??= pets
    .create(status && { status })
    .then(async ({ pet: one }) => (await isKept(one)) && isKept(one));
  return pets.keepsStatus;
}

/**
 * Expects a pet to be as before. One that this verification created never changes, except that the document
 * does not exclude a new status; others may, by operations beyond the document (section 4.4).
 *
 * @throws {CheckFailed}, {@link StaleResponse} or {@link Advice}
 */
export async function expectSamePet(
  context: CheckContext,
  before: Pet,
  { pet, exchange }: ReceivedPet,
  expected: string,
): Promise<void> {
  const { store, pets } = context;
  const isOwn = pets.created.some(({ id }) => id === before.id);
  // The document does not say when a status is assigned that was omitted.
  const later = isOwn && before.status === undefined && pet.status && { status: pet.status };
  if (findChangedField(pet, { ...before, ...later }) === undefined) {
    return;
  }
  if (isOwn && (await hasChangedStatus(context, before, pet))) {
    throw store.advice(exchange, expected, undecided.changedStatus);
  }
  const { message: problem, title } = createChangeError(expected, before, pet);
  const isOther = store.created.some(({ name }) => name === pet.name && name !== before.name);
  const cause = isOther ? petMissingOrMoved : title;
  const failure = store.failure(exchange, { expected, problem, cause });
  throw isOwn ? failure : new StaleResponse(failure.evidence);
}

/** Expects getPet to return a pet as createPet returned it. */
export const expectReadBack = (
  context: CheckContext,
  pet: Pet,
  expected = 'the pet as createPet returned it',
): Promise<ReceivedPet> =>
  eventually(context, async () => {
    const received = await context.store.get(pet.id);
    await expectSamePet(context, pet, received, expected);
    return received;
  });
