import { type Choices, type OpenPoint, openPointNames } from '../document/open-points.js';

/** The result of one run of the command, in a fresh simulator. */
export interface RunResult {
  readonly passed: boolean;
  /** How the command ended: `exit code 1`. */
  readonly exit: string;
  /** The end of its output; of a run that passed, it is dropped. */
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
export class RunLimitReached extends Error {}

const formatKey = (choices: Choices) => openPointNames.map((point) => choices[point]).join();

/** The runs of a command so far. */
export class Runs {
  readonly #run: RunCommand;
  readonly #maxRuns: number;
  readonly #progress: MatrixProgress;
  readonly #started = new Map<string, Promise<RunResult>>();
  readonly #ended: { readonly choices: Choices; readonly result: RunResult }[] = [];
  #planned = 0;
  /** Number of runs so far. */
  count = 0;

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

  /**
   * Runs the command, even when a result is known.
   *
   * @throws {RunLimitReached}
   */
  async rerun(name: string, choices: Choices): Promise<RunResult> {
    if (this.count >= this.#maxRuns) {
      throw new RunLimitReached();
    }
    this.count += 1;
    const number = this.count;
    this.#planned = Math.max(this.#planned, number);
    this.#progress.onStart(name, number, this.#planned);
    const ending = await this.#run(choices);
    const result = { ...ending, output: ending.passed ? '' : ending.output };
    this.#ended.push({ choices, result });
    this.#progress.onEnd(name, result, number, this.#planned);
    return result;
  }

  /** The first result of a run that ended. */
  findResult(choices: Choices): RunResult | undefined {
    const key = formatKey(choices);
    return this.#ended.find((one) => formatKey(one.choices) === key)?.result;
  }

  /** The points that the runs used so far. */
  get used(): readonly OpenPoint[] {
    const used = new Set(this.#ended.flatMap(({ result }) => result.used));
    // Any command may use `id-scheme`: seeded ids depend on it, without a note.
    return openPointNames.filter((point) => used.has(point) || point === 'id-scheme');
  }

  /** Whether the command passed in any run with this choice. */
  passedWith(point: OpenPoint, choice: string): boolean {
    return this.#ended.some(({ choices, result }) => result.passed && choices[point] === choice);
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
  const workers = Array.from({ length: maxParallel }, work);
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    throw failed.reason;
  }
}
