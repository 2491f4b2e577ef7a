import { omitAspects } from '../contract/omit-aspects.js';
import type { ServiceRequest } from '../document/message.js';
import { type DerivedNeeds, deriveNeeds } from '../matrix/needs.js';
import { NodeSimulatorCore } from '../simulator/node-simulator.js';
import type { readEnvironment } from './child-process.js';
import { createRunner } from './repeat.js';

export { formatNeeds } from '../matrix/needs.js';

type Test = string | undefined;

/** A simulator that leaves out aspects of responses. */
class OmittingCore extends NodeSimulatorCore {
  readonly tests = new Set<Test>();
  omit: (test: Test) => readonly string[] = () => [];

  override readonly answer = async (request: ServiceRequest) => {
    const answer = await (await this.sandboxes()).answer(request);
    const { test } = answer.exchange;
    this.tests.add(test);
    return omitAspects(answer, this.omit(test));
  };
}

/** Of some tests, finds those that dropped their sandboxes: fixtures keep that of a test that failed. */
async function findPassed(core: NodeSimulatorCore, tests: Iterable<Test>) {
  const kept = (await (await core.sandboxes()).list()).map(({ test }) => test);
  return new Set([...tests].filter((test) => test !== undefined && !kept.includes(test)));
}

/** Derives the needs of a command that has run once, by running it again without what it used. */
export async function deriveByRuns(
  command: readonly string[],
  createEnvironment: ReturnType<typeof readEnvironment>,
  first: NodeSimulatorCore,
  { timeout, parallel }: { readonly timeout: number; readonly parallel: number },
): Promise<DerivedNeeds> {
  const recorded = first.recorder.recorded();
  const run = createRunner(command, createEnvironment, timeout);
  const runWithout = async (aspects: string, omit: OmittingCore['omit']) => {
    const core = new OmittingCore({ ...first.options, port: 0, pact: undefined });
    core.omit = omit;
    const { passed } = await run(`without ${aspects}`, core);
    return { passed, passedTests: await findPassed(core, core.tests) };
  };
  const tests = await findPassed(first, new Set(recorded.map(({ test }) => test)));
  return deriveNeeds(runWithout, recorded, tests, parallel);
}
