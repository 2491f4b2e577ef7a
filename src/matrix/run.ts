import type { Choices, OpenPoint } from '../document/open-points.js';

/** The result of one run of the command, in a fresh simulator. */
export interface RunResult {
  readonly passed: boolean;
  /** How the command ended: `exit code 1`. */
  readonly exit: string;
  /** Whether it took longer than its time limit, which tells nothing about what it needs. */
  readonly timedOut?: boolean;
  /** The end of its output. */
  readonly output: string;
  /** Number of requests that the simulator received. */
  readonly exchanges: number;
  /** The open points that requests or responses used. */
  readonly used: readonly OpenPoint[];
}

/** Runs the command with a simulator that has these choices. */
export type RunCommand = (name: string, choices: Choices) => Promise<RunResult>;

/** Maps items, in their order, with a limit on parallel calls. */
export async function mapParallel<Item, Result>(
  items: readonly Item[],
  maxParallel: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const work = async () => {
    for (const [index, item] of rest) {
      results[index] = await act(item);
    }
  };
  await Promise.all(Array.from({ length: maxParallel }, work));
  return results;
}
