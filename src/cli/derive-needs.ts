import { omitParts } from '../contract/omit-parts.js';
import { type DerivedNeeds, deriveNeeds, formatDerived, type OmitParts } from '../matrix/needs.js';
import { createNodeSimulator, type NodeSimulator } from '../simulator/node-simulator.js';
import type { StartChild } from './child-process.js';
import { createRunner } from './repeat.js';

/** Of some tests, finds those that dropped their sandboxes: fixtures keep that of a test that failed. */
async function findPassed({ core }: NodeSimulator, tests: Iterable<string | undefined>) {
  const kept = (await (await core.sandboxes()).list()).map(({ test }) => test);
  return new Set([...tests].filter((test) => test !== undefined && !kept.includes(test)));
}

/** Derives and prints the needs of a command that has run once, by running it again without what it used. */
export async function deriveByRuns(
  start: StartChild,
  first: NodeSimulator,
  { timeout, parallel }: { readonly timeout: number; readonly parallel: number },
): Promise<DerivedNeeds> {
  const recorded = (await first.core.record()).recorded();
  const run = createRunner(start, timeout);
  const options = { ...first.core.options, port: 0, pact: undefined };
  const runWithout = async (parts: string, omit: OmitParts) => {
    const seen = new Set<string | undefined>();
    const simulator = createNodeSimulator(options, (answer) => {
      const { test } = answer.entry;
      seen.add(test);
      return omitParts(answer, (requirement) => omit(test, requirement));
    });
    const { passed, timedOut, exit } = await run(`without ${parts}`, simulator);
    if (timedOut) {
      throw new Error(`without ${parts}, the command ${exit}. Pass a longer --timeout.`);
    }
    return { passed, passedTests: await findPassed(simulator, seen) };
  };
  const runAsItIs = () => run('with everything', createNodeSimulator(options));
  // A port or a file that runs share would look like a need.
  const controls = parallel > 1 ? await Promise.all([runAsItIs(), runAsItIs()]) : [];
  if (controls.some(({ passed }) => !passed)) {
    throw new Error(
      'the command fails when it runs twice at a time, though nothing is left out. Pass --parallel 1, or ' +
        'give each run its own ports and files.',
    );
  }
  const tests = await findPassed(first, new Set(recorded.map(({ test }) => test)));
  const needs = await deriveNeeds(runWithout, recorded, tests, parallel);
  process.stdout.write(formatDerived(needs));
  return needs;
}
