import { type Choices, type OpenPoint, openPointNames } from '../document/open-points.js';

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

/** Runs the command with a simulator that has these choices. */
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

const formatKey = (choices: Choices) => openPointNames.map((point) => choices[point]).join();

export class CachedRunner {
  readonly #run: RunCommand;
  readonly #progress: MatrixProgress;
  readonly #maxRuns: number;
  readonly #started = new Map<string, Promise<RunResult>>();
  readonly #ended = new Map<string, RunResult>();
  readonly #used = new Set<OpenPoint>(withoutNote);
  readonly #passed: Choices[] = [];
  #planned = 0;
  /** Number of runs so far. */
  runs = 0;

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
    const key = formatKey(choices);
    const result = this.#started.get(key) ?? this.rerun(name, choices);
    this.#started.set(key, result);
    return result;
  }

  /** The result of a run that ended. */
  findResult(choices: Choices): RunResult | undefined {
    return this.#ended.get(formatKey(choices));
  }

  /**
   * Runs the command, even when a result is known.
   *
   * @throws {RunLimitReached}
   */
  async rerun(name: string, choices: Choices): Promise<RunResult> {
    if (this.runs >= this.#maxRuns) {
      throw new RunLimitReached();
    }
    this.runs += 1;
    const number = this.runs;
    this.#planned = Math.max(this.#planned, number);
    this.#progress.onStart(name, number, this.#planned);
    const { output, ...ending } = await this.#run(choices);
    // Only failures are shown.
    const result = { ...ending, output: ending.passed ? '' : output };
    const key = formatKey(choices);
    this.#ended.set(key, this.#ended.get(key) ?? result);
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
    return openPointNames.filter((point) => this.#used.has(point));
  }

  /** Whether the command passed in any run with this choice. */
  passedWith(point: OpenPoint, choice: string): boolean {
    return this.#passed.some((choices) => choices[point] === choice);
  }
}

/** Does what needs runs; returns whether their maximum number was enough. */
export async function catchRunLimit(action: () => Promise<void>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (error instanceof RunLimitReached) {
      return false;
    }
    throw error;
  }
}

/** Calls a function for each item, with a limit on parallel calls; it returns or throws when all ended. */
export async function forEachParallel<Item>(
  items: readonly Item[],
  maxParallel: number,
  act: (item: Item, index: number) => Promise<unknown>,
): Promise<void> {
  const entries = items.entries();
  const work = async () => {
    for (const [index, item] of entries) {
      await act(item, index);
    }
  };
  const workers = Array.from({ length: Math.min(maxParallel, items.length) }, work);
  const ends = await Promise.allSettled(workers);
  for (const end of ends) {
    if (end.status === 'rejected') {
      throw end.reason;
    }
  }
}
