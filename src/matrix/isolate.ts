import type { Choices } from '../document/open-points.js';
import { everyChoice, formatChoices, replaceChoices, type SingleChoice } from './plan.js';
import { forEachParallel, type Runs } from './run.js';

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
    if (await fails(part)) {
      rest = part;
    }
  }
  return rest;
}

/**
 * Finds the choices that make a command fail.
 *
 * @param tried the choices of runs, and whether the command passed
 * @param parallel maximum number of runs at a time
 */
export async function findCulprits(
  runs: Runs,
  baseline: Choices,
  tried: readonly { readonly choices: readonly SingleChoice[]; readonly passed: boolean }[],
  parallel: number,
) {
  const culprits: Culprit[] = [];
  const flaky: Culprit[] = [];
  const getResult = (part: readonly SingleChoice[]) =>
    runs.getResult(formatChoices(part), replaceChoices(baseline, part));
  const fails = async (part: readonly SingleChoice[]) => !(await getResult(part)).passed;

  /** Runs choices that failed once more. */
  const confirm = async (choices: readonly SingleChoice[]) => {
    const { exit, output } = await getResult(choices);
    const name = `${formatChoices(choices)} again`;
    const { passed } = await runs.rerun(name, replaceChoices(baseline, choices));
    const failure = { choices, exit, output };
    (passed ? flaky : culprits).push(failure);
    return passed ? undefined : failure;
  };

  /** Finds all culprits in some choices: leaves out each choice of one, and searches the others. */
  const search = async (part: readonly SingleChoice[]): Promise<void> => {
    const known = culprits.find(({ choices }) => choices.every((one) => part.includes(one)));
    if (known === undefined && !(await fails(part))) {
      return;
    }
    const culprit = known ?? (await confirm(await minimize(part, fails)));
    for (const single of culprit?.choices ?? []) {
      await search(part.filter((other) => other !== single));
    }
  };

  const failing = tried.filter(({ passed }) => !passed).map(({ choices }) => choices);
  const passing = tried.filter(({ passed }) => passed).flatMap(({ choices }) => choices);
  const suspects = everyChoice.filter(
    (single) =>
      runs.used.includes(single.point) &&
      failing.flat().includes(single) &&
      !passing.includes(single),
  );
  await forEachParallel(suspects, parallel, (single) => fails([single]));
  for (const part of [...suspects.map((single) => [single]), ...failing]) {
    await search(part);
  }
  return { culprits, flaky };
}
