import type { Pet } from '../../document/pet.js';
import { describeChange, isSamePet } from '../bodies.js';
import { repeatedId } from '../causes.js';
import type { Decision, Quoted } from '../document.js';
import type { VerificationPets } from '../pets.js';
import {
  Advice,
  type CaseResult,
  CheckFailed,
  catchError,
  concludeVerdict,
  Inconclusive,
  type RequirementResult,
  runCase,
  StaleResponse,
} from '../result.js';
import { type NoResponse, pause } from '../send/client.js';
import type { AnimalStore, ReceivedPet } from '../store.js';

/** What the checks of one verification share. */
export interface CheckContext {
  readonly store: AnimalStore;
  readonly pets: VerificationPets;
  readonly retryBudget: RetryBudget;
  /** Age of the first pet, in milliseconds, at which all are read again. */
  readonly minAge: number;
  /** Whether names that are no Unicode text are sent. */
  readonly brokenUnicode: boolean;
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

/** Creates a case for each element of a list. */
export const mapCases = <T>(
  list: readonly T[],
  formatName: (element: T, index: number) => string,
  test: (element: T) => unknown,
): Cases => Object.fromEntries(list.map((one, index) => [formatName(one, index), () => test(one)]));

/** Creates a case for each value, by its name. */
export const eachCase = <T>(
  values: Readonly<Record<string, T>>,
  test: (value: T) => unknown,
): Cases =>
  mapCases(
    Object.entries(values),
    ([name]) => name,
    ([, value]) => test(value),
  );

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
  return { section, requirement, quote, verdict: concludeVerdict(tried), cases: tried };
}

/** Time between two attempts, in milliseconds. */
const interval = 50;

/** After a stale response, so many in a row must be right: one that is right now and then fails. */
const requiredInARow = 3;

/**
 * How long a verification waits for a store that lags. Once waiting was in vain, it stops waiting, so
 * that verifying a broken provider stays fast.
 */
export class RetryBudget {
  milliseconds: number;
  /** Whether the store has shown a pet late. */
  sawLag = false;
  readonly #stop: AbortSignal;

  /** @param stop ends the waiting; its reason is an {@link Inconclusive} */
  constructor(milliseconds: number, stop: AbortSignal) {
    this.milliseconds = milliseconds;
    this.#stop = stop;
  }

  pause(milliseconds: number): Promise<void> {
    return pause(milliseconds, this.#stop);
  }

  /** Gives a store that lags the whole budget: whatever is missing after that does not exist. */
  async spend(): Promise<void> {
    if (this.sawLag) {
      await this.pause(this.milliseconds);
      this.milliseconds = 0;
    }
  }
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
  { retryBudget }: Pick<CheckContext, 'retryBudget'>,
  test: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + retryBudget.milliseconds;
  for (let missing = 1; ; ) {
    const result = await catchError(StaleResponse, test);
    if (!(result instanceof StaleResponse)) {
      missing -= 1;
      if (missing === 0) {
        return result;
      }
    } else if (performance.now() >= deadline) {
      const waited = retryBudget.milliseconds;
      retryBudget.milliseconds = 0;
      throw waited === 0 ? result : new StaleResponse({ ...result.evidence, waited });
    } else {
      retryBudget.sawLag = true;
      missing = requiredInARow;
      await retryBudget.pause(interval);
    }
  }
}

/**
 * Expects a pet to be as before. One that this verification created never changes; others may, by
 * operations beyond the document (section 4.4).
 *
 * @throws {CheckFailed} or {@link StaleResponse}
 */
export function expectSamePet(
  { store, pets }: CheckContext,
  before: Pet,
  { pet, exchange, index }: ReceivedPet,
  expected: string,
): void {
  const isOwn = pets.created.some(({ id }) => id === before.id);
  // A status that is assigned later is advice, which one case gives.
  const later = isOwn && before.status === undefined && pet.status && { status: pet.status };
  if (isSamePet(pet, { ...before, ...later })) {
    return;
  }
  const isOther =
    pet.id === before.id &&
    pet.name !== before.name &&
    (pet.categoryId !== before.categoryId ||
      pet.status !== before.status ||
      pets.created.some(({ name }) => name === pet.name));
  const failure = isOther
    ? store.failure(exchange, {
        expected,
        problem: `the pet is another one with the id ${pet.id}`,
        cause: repeatedId,
      })
    : store.failure(exchange, describeChange(expected, before, pet, index));
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
    expectSamePet(context, pet, received, expected);
    return received;
  });

/** The verdict on a large body that got no response. */
export const tooLargeToAnswer = ({ message }: NoResponse) =>
  new Inconclusive(`${message}; it may be the limit for bodies (section 8)`);

/** Turns a failed test into an advice, where the document is open. */
export async function advise(decision: Decision, test: () => Promise<unknown>): Promise<void> {
  const failure = await catchError(CheckFailed, test);
  if (failure instanceof CheckFailed) {
    throw new Advice(failure.evidence, decision);
  }
}
