import { UsageError } from '../base/usage-error.js';
import type { RunResult } from '../matrix/matrix.js';
import { defineOptions } from '../options/option.js';
import { wholeNumber } from '../options/readers.js';
import type { NodeSimulator } from '../simulator/node-simulator.js';
import { runCaptured, type StartChild } from './child-process.js';
import { abortOnSignals } from './signals.js';

/** The flags of a command that runs the one behind it several times. */
export const repeatFlags = defineOptions('Runs', {
  timeout: {
    flag: '--timeout <seconds>',
    help: 'time limit of a run',
    default: 600,
    ...wholeNumber(1, 86_400),
  },
  parallel: {
    flag: '--parallel <count>',
    help: 'maximum number of runs at a time',
    default: 1,
    ...wholeNumber(1, 64),
  },
});

/** Returns what runs a command with a simulator of its own, until a signal, and shows the result on standard error. */
export function createRunner(start: StartChild, timeout: number) {
  const signal = abortOnSignals();
  return async (name: string, node: NodeSimulator): Promise<RunResult> => {
    const simulator = await node.listen();
    try {
      const end = await runCaptured(start, simulator, timeout * 1_000, signal);
      if (signal.aborted) {
        const message = 'Stopped before all runs ended; there is no report.';
        throw new UsageError(message, Number(process.exitCode));
      }
      const ending = end.signal === null ? `exit code ${end.code}` : `ended by ${end.signal}`;
      const exit = end.timedOut ? `timed out after ${timeout} s` : ending;
      const passed = end.code === 0 && !end.timedOut;
      process.stderr.write(`${name}: ${passed ? 'passed' : exit}\n`);
      const { exchanges, notes } = node.core.summary();
      const used = notes.flatMap(({ point }) => point ?? []);
      const { timedOut } = end;
      return { passed, exit, timedOut, output: node.core.redact(end.output), exchanges, used };
    } finally {
      await simulator.close();
    }
  };
}
