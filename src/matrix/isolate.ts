import { type Choices, openPointNames, openPoints } from '../engine/choices/open-points.js';
import {
  type Culprit,
  findDifferences,
  formatChoices,
  replaceChoices,
  type SingleChoice,
} from './report.js';
import { type CachedRunner, catchRunLimit, mapParallel, type RunResult } from './run.js';

/**
 * Finds a smallest part of the items that still fails: without any one of them it passes. Leaves out
 * ever smaller slices (after delta debugging).
 */
export async function minimize<Item>(
  items: readonly Item[],
  fails: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let rest = items;
  let size = Math.ceil(items.length / 2);
  for (;;) {
    const before = rest.length;
    for (let start = 0; start < rest.length; ) {
      const part = [...rest.slice(0, start), ...rest.slice(start + size)];
      if (part.length > 0 && (await fails(part))) {
        rest = part;
      } else {
        start += size;
      }
    }
    if (size === 1 && rest.length === before) {
      return rest;
    }
    size = Math.max(1, Math.floor(size / 2));
  }
}

const isSame = (one: SingleChoice, other: SingleChoice) =>
  one.point === other.point && one.choice === other.choice;

const isIn = (singles: readonly SingleChoice[]) => (single: SingleChoice) =>
  singles.some((other) => isSame(single, other));

/** The position of a culprit's first choice in the table of open points. */
function getPosition({ choices: [first] }: Culprit): number {
  const all = openPointNames.flatMap((point) =>
    openPoints[point].choices.map((choice) => ({ point, choice })),
  );
  return all.findIndex((single) => first !== undefined && isSame(single, first));
}

/** A failing run that is searched for culprits. */
interface FailingRun {
  readonly name: string;
  readonly all: readonly SingleChoice[];
  /** Parts that hold no further culprit. */
  readonly cleared: (readonly SingleChoice[])[];
}

/** The search for the choices that make a command fail. */
export class CulpritSearch {
  readonly culprits: Culprit[] = [];
  readonly flaky: Culprit[] = [];
  readonly #runner: CachedRunner;
  readonly #baseline: Choices;

  constructor(runner: CachedRunner, baseline: Choices) {
    this.#runner = runner;
    this.#baseline = baseline;
  }

  /**
   * Runs each choice alone that is in a failing combination and in no passing one, of points that the
   * command uses.
   *
   * @param parallel maximum number of runs at a time
   */
  async searchSingles(
    failing: readonly Choices[],
    passing: readonly Choices[],
    parallel: number,
  ): Promise<void> {
    const cleared = passing.flatMap((choices) => findDifferences(choices, this.#baseline));
    const candidates: SingleChoice[] = [];
    for (const single of failing.flatMap((choices) => findDifferences(choices, this.#baseline))) {
      const isUsed = this.#runner.used.includes(single.point);
      if (isUsed && !isIn([...cleared, ...candidates])(single)) {
        candidates.push(single);
      }
    }
    this.#runner.plan(candidates.length);
    await mapParallel(candidates, parallel, (single) =>
      catchRunLimit(() => this.#confirm([single])),
    );
    // The order of the table, whichever run ended first.
    this.culprits.sort((one, other) => getPosition(one) - getPosition(other));
  }

  /** Finds all culprits of a failing run, also choices that fail only together. */
  async searchRun({ name, choices }: { readonly name: string; readonly choices: Choices }) {
    const all = findDifferences(choices, this.#baseline);
    await catchRunLimit(() => this.#searchPart({ name, all, cleared: [] }, all));
  }

  /**
   * Searches what remains of a part when a known culprit can't fail it: leaves out each of its choices
   * in turn, because the others may fail with something else.
   */
  async #searchPart(run: FailingRun, part: readonly SingleChoice[]): Promise<void> {
    if (run.cleared.some((larger) => part.every(isIn(larger)))) {
      return;
    }
    const known = this.culprits.find(({ choices }) => choices.every(isIn(part)))?.choices;
    for (const single of known ?? (await this.#findCulprit(run, part))) {
      await this.#searchPart(
        run,
        part.filter((other) => !isSame(single, other)),
      );
    }
  }

  /** @returns the choices of a new culprit; none when the part passes or is flaky */
  async #findCulprit(
    { name, all, cleared }: FailingRun,
    part: readonly SingleChoice[],
  ): Promise<readonly SingleChoice[]> {
    const without = all.filter((single) => !isIn(part)(single));
    const label = without.length === 0 ? name : `${name} without ${formatChoices(without)}`;
    const result = await this.#getResult(label, part);
    if (!result.passed && (await this.#failsAgain(label, part, result))) {
      const smallest = await this.#minimize(name, part);
      if (await this.#confirm(smallest)) {
        return smallest;
      }
    }
    cleared.push(part);
    return [];
  }

  #minimize(name: string, choices: readonly SingleChoice[]): Promise<readonly SingleChoice[]> {
    return minimize(choices, async (part) => {
      const label = `${name} with ${part.length} of ${choices.length} choices`;
      return !(await this.#getResult(label, part)).passed;
    });
  }

  #getResult(name: string, singles: readonly SingleChoice[]): Promise<RunResult> {
    return this.#runner.getResult(name, replaceChoices(this.#baseline, singles));
  }

  /** @returns whether these choices are a culprit, which is then recorded */
  async #confirm(choices: readonly SingleChoice[]): Promise<boolean> {
    const name = `${formatChoices(choices)} alone`;
    const result = await this.#getResult(name, choices);
    if (result.passed || !(await this.#failsAgain(name, choices, result))) {
      return false;
    }
    this.culprits.push({ choices, exit: result.exit, output: result.output });
    return true;
  }

  /** Only a failure that happens again has a culprit; any other is recorded as flaky. */
  async #failsAgain(name: string, choices: readonly SingleChoice[], first: RunResult) {
    const { passed } = await this.#runner.rerun(
      `${name} again`,
      replaceChoices(this.#baseline, choices),
    );
    if (passed) {
      this.flaky.push({ choices, exit: first.exit, output: first.output });
    }
    return !passed;
  }
}
