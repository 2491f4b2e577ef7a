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

export class CachedRunner {
  readonly #run: RunCommand;
  readonly #progress: MatrixProgress;
  readonly #results = new Map<string, Promise<RunResult>>();
  readonly #used = new Set<OpenPoint>();
  readonly #passed: Choices[] = [];
  #started = 0;
  #planned = 0;

  constructor(run: RunCommand, progress: MatrixProgress) {
    this.#run = run;
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

  /** Runs the command, even when a result is known. */
  async rerun(name: string, choices: Choices): Promise<RunResult> {
    this.#started += 1;
    const number = this.#started;
    this.#planned = Math.max(this.#planned, number);
    this.#progress.onStart(name, number, this.#planned);
    const result = await this.#run(choices);
    for (const point of result.used) {
      this.#used.add(point);
    }
    if (result.passed) {
      this.#passed.push(choices);
    }
    this.#progress.onEnd(name, result, number, this.#planned);
    return result;
  }

  get used(): ReadonlySet<OpenPoint> {
    return this.#used;
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
