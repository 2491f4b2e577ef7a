import { type Choices, openPointNames, openPoints } from '../engine/service/open-points.js';
import { differences, inWords, type SingleChoice, withChoices } from './choices.js';
import { inParallel } from './in-parallel.js';
import { minimize } from './minimize.js';
import type { Culprit } from './report.js';
import type { Attempt, Trials } from './trials.js';

const same = (one: SingleChoice, other: SingleChoice) =>
  one.point === other.point && one.choice === other.choice;

const isIn = (singles: readonly SingleChoice[]) => (single: SingleChoice) =>
  singles.some((other) => same(single, other));

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

  /**
   * Finds what else breaks in a run that failed, beside the choices that are to blame already: those
   * that only do it together.
   */
  async together({ name, choices }: { readonly name: string; readonly choices: Choices }) {
    let goOn = true;
    while (goOn) {
      const blamed = this.culprits.flatMap((culprit) => culprit.choices);
      const all = differences(choices, this.#baseline);
      const rest = all.filter((single) => !isIn(blamed)(single));
      const left = all.length - rest.length;
      const shown = left === 0 ? name : `${name} without ${inWords(all.filter(isIn(blamed)))}`;
      const attempt = await this.#outcome(shown, rest);
      goOn =
        !attempt.passed &&
        (await this.#failsAgain(shown, rest, attempt)) &&
        (await this.#judge(await this.#smallest(name, rest)));
    }
  }

  #smallest(name: string, choices: readonly SingleChoice[]): Promise<readonly SingleChoice[]> {
    return minimize(choices, async (part) => {
      const shown = `${name} with ${part.length} of ${choices.length} choices`;
      return !(await this.#outcome(shown, part)).passed;
    });
  }
}
