import { onTestFinished } from 'vitest';
import { type RunningSimulator, type SimulatorOptions, startSimulator } from '../../src/index.js';

/** Starts a simulator that is closed when the test ends. */
export async function start(options?: SimulatorOptions): Promise<RunningSimulator> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return simulator;
}
