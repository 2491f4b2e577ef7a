import { type Choices, openPointNames, openPoints } from '../engine/choices/open-points.js';
import { type Culprit, differences, inWords, type SingleChoice, withChoices } from './report.js';
import { type Attempt, inParallel, type Trials } from './run.js';

/**
 * A smallest part of what fails that still fails, so that it passes without any one of its items:
 * ever smaller slices are left out (after delta debugging).
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

const same = (one: SingleChoice, other: SingleChoice) =>
  one.point === other.point && one.choice === other.choice;

const isIn = (singles: readonly SingleChoice[]) => (single: SingleChoice) =>
  singles.some((other) => same(single, other));

/** A run in which culprits are looked for. */
interface FailingRun {
  readonly name: string;
  readonly all: readonly SingleChoice[];
  /** Parts of it in which there is nothing more to find. */
  readonly cleared: (readonly SingleChoice[])[];
}

/** Where a choice alone stands in the table of open points. */
function place({ choices: [first] }: Culprit): number {
  const all = openPointNames.flatMap((point) =>
    openPoints[point].choices.map((choice) => ({ point, choice })),
  );
  return all.findIndex((single) => first !== undefined && same(single, first));
}

/** Finds the choices that break a command, out of combinations that fail. */
export class Blame {
  readonly culprits: Culprit[] = [];
  readonly flaky: Culprit[] = [];
  readonly #trials: Trials;
  readonly #baseline: Choices;

  constructor(trials: Trials, baseline: Choices) {
    this.#trials = trials;
    this.#baseline = baseline;
  }

  #outcome(name: string, singles: readonly SingleChoice[]): Promise<Attempt> {
    return this.#trials.outcome(name, withChoices(this.#baseline, singles));
  }

  /** Only what fails again is blamed: for a command that fails now and then, anything could be. */
  async #failsAgain(name: string, choices: readonly SingleChoice[], first: Attempt) {
    const { passed } = await this.#trials.again(
      `${name} again`,
      withChoices(this.#baseline, choices),
    );
    if (passed) {
      this.flaky.push({ choices, ending: first.ending, output: first.output });
    }
    return !passed;
  }

  /** @returns whether these choices are to blame */
  async #judge(choices: readonly SingleChoice[]): Promise<boolean> {
    const name = `${inWords(choices)} alone`;
    const attempt = await this.#outcome(name, choices);
    if (attempt.passed || !(await this.#failsAgain(name, choices, attempt))) {
      return false;
    }
    this.culprits.push({ choices, ending: attempt.ending, output: attempt.output });
    return true;
  }

  /**
   * Runs each choice alone that is in a combination that fails, and in none that passes.
   *
   * @param parallel so many at a time
   */
  async singles(
    failing: readonly Choices[],
    passing: readonly Choices[],
    parallel: number,
  ): Promise<void> {
    const cleared = passing.flatMap((choices) => differences(choices, this.#baseline));
    const candidates: SingleChoice[] = [];
    for (const single of failing.flatMap((choices) => differences(choices, this.#baseline))) {
      if (!isIn([...cleared, ...candidates])(single)) {
        candidates.push(single);
      }
    }
    this.#trials.plan(candidates.length);
    await inParallel(candidates, parallel, (single) => this.#judge([single]));
    // In the order of the table, whichever run was over first.
    this.culprits.sort((one, other) => place(one) - place(other));
  }

  /** Finds all that breaks in a run that failed: choices that only do it together, too. */
  async together({ name, choices }: { readonly name: string; readonly choices: Choices }) {
    const all = differences(choices, this.#baseline);
    await this.#search({ name, all, cleared: [] }, all);
  }

  /**
   * Takes what is blamed already out of a part of a run, in every way that it can be: one choice of
   * each culprit is enough, and the others may break it with something else.
   */
  async #search(run: FailingRun, part: readonly SingleChoice[]): Promise<void> {
    if (run.cleared.some((larger) => part.every(isIn(larger)))) {
      return;
    }
    const blamed = this.culprits.find(({ choices }) => choices.every(isIn(part)))?.choices;
    for (const single of blamed ?? (await this.#findCulprit(run, part))) {
      await this.#search(
        run,
        part.filter((other) => !same(single, other)),
      );
    }
  }

  /** @returns the choices that are to blame: none when this part of the run doesn't keep failing */
  async #findCulprit(
    { name, all, cleared }: FailingRun,
    part: readonly SingleChoice[],
  ): Promise<readonly SingleChoice[]> {
    const without = all.filter((single) => !isIn(part)(single));
    const shown = without.length === 0 ? name : `${name} without ${inWords(without)}`;
    const attempt = await this.#outcome(shown, part);
    if (!attempt.passed && (await this.#failsAgain(shown, part, attempt))) {
      const smallest = await this.#smallest(name, part);
      if (await this.#judge(smallest)) {
        return smallest;
      }
    }
    cleared.push(part);
    return [];
  }

  #smallest(name: string, choices: readonly SingleChoice[]): Promise<readonly SingleChoice[]> {
    return minimize(choices, async (part) => {
      const shown = `${name} with ${part.length} of ${choices.length} choices`;
      return !(await this.#outcome(shown, part)).passed;
    });
  }
}
