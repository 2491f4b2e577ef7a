import { type Choices, openPointNames, openPoints } from '../document/open-points.js';
import {
  type Culprit,
  findDifferences,
  formatChoices,
  replaceChoices,
  type SingleChoice,
} from './report.js';
import { type CachedRunner, forEachParallel, type RunResult } from './run.js';

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

const isIn = (singles: readonly SingleChoice[]) => (single: SingleChoice) =>
  singles.some(({ point, choice }) => point === single.point && choice === single.choice);

/** Every choice of every point, in the order of their table. */
const everyChoice: readonly SingleChoice[] = openPointNames.flatMap((point) =>
  openPoints[point].choices.map((choice) => ({ point, choice })),
);

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
    const list = (all: readonly Choices[]) =>
      all.flatMap((choices) => findDifferences(choices, this.#baseline));
    const [isFailing, isCleared] = [isIn(list(failing)), isIn(list(passing))];
    const candidates = everyChoice.filter(
      (single) =>
        this.#runner.used.includes(single.point) && isFailing(single) && !isCleared(single),
    );
    this.#runner.plan(candidates.length);
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
  async searchRun({ name, choices }: { readonly name: string; readonly choices: Choices }) {
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
    const result = await this.#getResult(label, part);
    if (result.passed || !(await this.#failsAgain(label, part, result))) {
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
    return this.#runner.getResult(name, replaceChoices(this.#baseline, singles));
  }

  /** @returns these choices as a culprit, if they are one */
  async #confirm(choices: readonly SingleChoice[]): Promise<Culprit | undefined> {
    const name = `${formatChoices(choices)} alone`;
    const result = await this.#getResult(name, choices);
    const fails = !result.passed && (await this.#failsAgain(name, choices, result));
    return fails ? { choices, exit: result.exit, output: result.output } : undefined;
  }

  /** Only a failure that happens again has a culprit; any other is recorded as flaky. */
  async #failsAgain(name: string, choices: readonly SingleChoice[], first: RunResult) {
    const replaced = replaceChoices(this.#baseline, choices);
    const { passed } = await this.#runner.rerun(`${name} again`, replaced);
    if (passed) {
      this.flaky.push({ choices, exit: first.exit, output: first.output });
    }
    return !passed;
  }
}
