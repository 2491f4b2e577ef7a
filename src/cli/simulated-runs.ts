import type { RunCommand } from '../matrix/run.js';
import type { ResolvedOptions } from '../options/table.js';
import { SimulatorCore } from '../simulator.js';
import { type Captured, runCaptured } from './process/captured.js';
import { environmentFor, type Variables } from './process/ending.js';

/** The command of all runs. */
interface CommandLine {
  readonly words: readonly string[];
  readonly variables: Variables;
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly killSignal: AbortSignal;
}

function endingInWords({ code, signal, timedOut }: Captured, timeout: number): string {
  if (timedOut) {
    return `not over after ${timeout / 1_000} s`;
  }
  return signal === undefined ? `exit code ${code}` : `ended by ${signal}`;
}

/** Runs the command each time in a fresh simulator, on a free port. */
export function simulatedRuns(
  options: ResolvedOptions,
  { words, variables, timeout, signal, killSignal }: CommandLine,
): RunCommand {
  return async (choices) => {
    const own = { ...options, port: 0, choose: choices };
    const simulator = await new SimulatorCore(own).start();
    try {
      signal.throwIfAborted();
      const environment = environmentFor(simulator, variables, process.env);
      const captured = await runCaptured(words, { environment, timeout, signal, killSignal });
      signal.throwIfAborted();
      const { exchanges, notes } = simulator.summary();
      return {
        passed: captured.code === 0 && !captured.timedOut,
        ending: endingInWords(captured, timeout),
        output: captured.output,
        exchanges,
        cameUp: notes.flatMap(({ point }) => point ?? []),
      };
    } finally {
      await simulator.close();
    }
  };
}
