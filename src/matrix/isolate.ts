import { type Choices, listCommon, openPointNames } from '../document/open-points.js';
import {
  findDifferences,
  formatChoices,
  type PlannedRun,
  replaceChoices,
  type SingleChoice,
} from './plan.js';
import { forEachParallel, type RunResult, type Runs } from './run.js';

/** Choices that make the command fail. Each is needed: one alone, or several together. */
export interface Culprit {
  readonly choices: readonly SingleChoice[];
  readonly exit: string;
  /** The end of the command's output. */
  readonly output: string;
}

/** Finds a smallest part of the items that still fails: without any one of them it passes. */
export async function minimize<Item>(
  items: readonly Item[],
  fails: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let rest = items;
  for (const item of items) {
    const part = rest.filter((other) => other !== item);
    if (part.length > 0 && (await fails(part))) {
      rest = part;
    }
  }
  return rest;
}

const isIn = (singles: readonly SingleChoice[]) => (single: SingleChoice) =>
  singles.some(({ point, choice }) => point === single.point && choice === single.choice);

/** Every choice of every point, in the order of their table. */
const everyChoice: readonly SingleChoice[] = openPointNames.flatMap((point) =>
  listCommon(point).map((choice) => ({ point, choice })),
);

/** The search for the choices that make a command fail. */
export class CulpritSearch {
  readonly culprits: Culprit[] = [];
  readonly flaky: Culprit[] = [];
  readonly #runs: Runs;
  readonly #baseline: Choices;

  constructor(runs: Runs, baseline: Choices) {
    this.#runs = runs;
    this.#baseline = baseline;
  }

  /**
   * Runs each choice alone that is in a failing combination and in no passing one, of points that the
   * command uses.
   *
   * @param parallel maximum number of runs at a time
   */
  async searchSingles(
    failing: readonly PlannedRun[],
    passing: readonly PlannedRun[],
    parallel: number,
  ): Promise<void> {
    const isInAny = (runs: readonly PlannedRun[]) =>
      isIn(runs.flatMap(({ choices }) => findDifferences(choices, this.#baseline)));
    const [isFailing, isCleared] = [isInAny(failing), isInAny(passing)];
    const candidates = everyChoice.filter(
      (single) => this.#runs.used.includes(single.point) && isFailing(single) && !isCleared(single),
    );
    this.#runs.plan(candidates.length);
    const found: (Culprit | undefined)[] = [];
    try {
      await forEachParallel(candidates, parallel, async (single, index) => {
        found[index] = await this.#confirm([single]);
      });
    } finally {
      // In the order of the table, whichever run ended first.
      this.culprits.push(...found.filter((culprit) => culprit !== undefined));
    }
  }

  /** Finds all culprits of a failing run, also choices that fail only together. */
  async searchRun({ name, choices }: PlannedRun): Promise<void> {
    const all = findDifferences(choices, this.#baseline);
    /** Parts that hold no further culprit. */
    const cleared: (readonly SingleChoice[])[] = [];
    // Searches what remains when a known culprit can't fail it: leaves out each of its choices in turn,
    // because the others may fail with something else.
    const searchPart = async (part: readonly SingleChoice[]): Promise<void> => {
      if (cleared.some((larger) => part.every(isIn(larger)))) {
        return;
      }
      const known = this.culprits.find((culprit) => culprit.choices.every(isIn(part)));
      const culprit = known ?? (await this.#findCulprit(name, all, part));
      if (culprit === undefined) {
        cleared.push(part);
        return;
      }
      for (const single of culprit.choices) {
        await searchPart(part.filter((other) => !isIn([single])(other)));
      }
    };
    await searchPart(all);
  }

  /** @returns a new culprit; undefined when the part passes or is flaky */
  async #findCulprit(
    name: string,
    all: readonly SingleChoice[],
    part: readonly SingleChoice[],
  ): Promise<Culprit | undefined> {
    const without = all.filter((single) => !isIn(part)(single));
    const label = without.length === 0 ? name : `${name} without ${formatChoices(without)}`;
    if ((await this.#findFailure(label, part)) === undefined) {
      return undefined;
    }
    const smallest = await minimize(part, async (some) => {
      const tried = `${name} with ${some.length} of ${part.length} choices`;
      return !(await this.#getResult(tried, some)).passed;
    });
    const culprit = await this.#confirm(smallest);
    if (culprit !== undefined) {
      this.culprits.push(culprit);
    }
    return culprit;
  }

  #getResult(name: string, singles: readonly SingleChoice[]): Promise<RunResult> {
    return this.#runs.getResult(name, replaceChoices(this.#baseline, singles));
  }

  /** @returns these choices as a culprit, if they are one */
  #confirm(choices: readonly SingleChoice[]): Promise<Culprit | undefined> {
    return this.#findFailure(`${formatChoices(choices)} alone`, choices);
  }

  /** @returns a failure that happens again; any other is recorded as flaky, and has no culprit */
  async #findFailure(name: string, choices: readonly SingleChoice[]): Promise<Culprit | undefined> {
    const { passed, exit, output } = await this.#getResult(name, choices);
    if (passed) {
      return undefined;
    }
    const again = await this.#runs.rerun(`${name} again`, replaceChoices(this.#baseline, choices));
    if (again.passed) {
      this.flaky.push({ choices, exit, output });
    }
    return again.passed ? undefined : { choices, exit, output };
  }
}
