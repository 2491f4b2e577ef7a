import { type Choices, type OpenPoint, openPointNames } from '../engine/choices/open-points.js';

/** The result of one run of the command, in a fresh simulator. */
export interface RunResult {
  readonly passed: boolean;
  /** How the command ended: `exit code 1`. */
  readonly exit: string;
  /** The end of its output. */
  readonly output: string;
  /** Number of requests that the simulator received. */
  readonly exchanges: number;
  /** The open points that requests or responses used. */
  readonly used: readonly OpenPoint[];
}

export type RunCommand = (choices: Choices) => Promise<RunResult>;

/** Callbacks for a display of progress. `planned` is the number of runs known to be needed. */
export interface MatrixProgress {
  onStart(name: string, number: number, planned: number): void;
  onEnd(name: string, result: RunResult, number: number, planned: number): void;
}

/** Thrown when the command has reached its maximum number of runs. */
class RunLimitReached extends Error {
  override readonly name = 'RunLimitReached';
}

/**
 * Points that affect a response without a note, so that any command may use them: seeded ids depend on
 * `id-scheme`.
 */
const withoutNote: readonly OpenPoint[] = ['id-scheme'];

export class CachedRunner {
  readonly #run: RunCommand;
  readonly #progress: MatrixProgress;
  readonly #results = new Map<string, Promise<RunResult>>();
  readonly #used = new Set<OpenPoint>();
  readonly #passed: Choices[] = [];
  /** Whether a run was left out because of the maximum. */
  isExhausted = false;
  #started = 0;
  #planned = 0;
  readonly #maxRuns: number;

  /** @param maxRuns maximum number of runs of the command */
  constructor(run: RunCommand, maxRuns: number, progress: MatrixProgress) {
    this.#run = run;
    this.#maxRuns = maxRuns;
    this.#progress = progress;
  }

  /** Adds to the number of runs that the progress counts to. */
  plan(runs: number): void {
    this.#planned += runs;
  }

  /** The result of a run with these choices; runs the command at most once. */
  getResult(name: string, choices: Choices): Promise<RunResult> {
    const key = openPointNames.map((point) => choices[point]).join();
    const result = this.#results.get(key) ?? this.rerun(name, choices);
    this.#results.set(key, result);
    return result;
  }

  /**
   * Runs the command, even when a result is known.
   *
   * @throws {RunLimitReached}
   */
  async rerun(name: string, choices: Choices): Promise<RunResult> {
    if (this.#started >= this.#maxRuns) {
      this.isExhausted = true;
      throw new RunLimitReached();
    }
    this.#started += 1;
    const number = this.#started;
    this.#planned = Math.max(this.#planned, number);
    this.#progress.onStart(name, number, this.#planned);
    const { output, ...ending } = await this.#run(choices);
    // Only failures are shown.
    const result = { ...ending, output: ending.passed ? '' : output };
    for (const point of result.used) {
      this.#used.add(point);
    }
    if (result.passed) {
      this.#passed.push(choices);
    }
    this.#progress.onEnd(name, result, number, this.#planned);
    return result;
  }

  /** The points that the runs used so far. */
  get used(): readonly OpenPoint[] {
    return openPointNames.filter((point) => this.#used.has(point) || withoutNote.includes(point));
  }

  /** Whether the command passed in any run with this choice. */
  passedWith(point: OpenPoint, choice: string): boolean {
    return this.#passed.some((choices) => choices[point] === choice);
  }

  /** Number of runs so far. */
  get runs(): number {
    return this.#started;
  }
}

/** Runs an action; returns undefined if it exceeds the maximum number of runs. */
export async function catchRunLimit<Result>(
  action: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof RunLimitReached) {
      return undefined;
    }
    throw error;
  }
}

/** Maps items with a limit on parallel calls; the results keep the order of the items. */
export async function mapParallel<Item, Result>(
  items: readonly Item[],
  maxParallel: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const work = async () => {
    for (const [index, item] of entries) {
      results[index] = await map(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxParallel, items.length) }, work));
  return results;
}
