import { type Choices, type OpenPoint, openPointNames } from '../engine/choices/open-points.js';

/** One run of the command, in a fresh simulator. */
export interface Attempt {
  readonly passed: boolean;
  /** How it ended: `exit code 1`. */
  readonly ending: string;
  /** The last of what it printed. */
  readonly output: string;
  /** How many requests came. */
  readonly exchanges: number;
  /** The open points that came up. */
  readonly cameUp: readonly OpenPoint[];
}

/** Runs the command against a simulator with these choices. */
export type RunCommand = (choices: Choices) => Promise<Attempt>;

/** Told of each run: who waits wants to see how far it is. */
export interface MatrixProgress {
  /** A run begins: the so-manieth, of so many that are known to be needed. */
  begins(name: string, number: number, planned: number): void;
  ended(name: string, attempt: Attempt, number: number, planned: number): void;
}

/** The runs of a command; what was tried once is known. */
export class Trials {
  readonly #run: RunCommand;
  readonly #progress: MatrixProgress;
  readonly #known = new Map<string, Promise<Attempt>>();
  readonly #cameUp = new Set<OpenPoint>();
  readonly #passed: Choices[] = [];
  #begun = 0;
  #planned = 0;

  constructor(run: RunCommand, progress: MatrixProgress) {
    this.#run = run;
    this.#progress = progress;
  }

  /** So many runs more are going to be needed. */
  plan(runs: number): void {
    this.#planned += runs;
  }

  /** Runs the command, unless it is known how that ends. */
  outcome(name: string, choices: Choices): Promise<Attempt> {
    const key = openPointNames.map((point) => choices[point]).join();
    const known = this.#known.get(key) ?? this.again(name, choices);
    this.#known.set(key, known);
    return known;
  }

  /** Runs the command, known or not: it may end otherwise. */
  async again(name: string, choices: Choices): Promise<Attempt> {
    this.#begun += 1;
    const number = this.#begun;
    this.#planned = Math.max(this.#planned, number);
    this.#progress.begins(name, number, this.#planned);
    const attempt = await this.#run(choices);
    for (const point of attempt.cameUp) {
      this.#cameUp.add(point);
    }
    if (attempt.passed) {
      this.#passed.push(choices);
    }
    this.#progress.ended(name, attempt, number, this.#planned);
    return attempt;
  }

  /** The open points that came up in any run. */
  get cameUp(): ReadonlySet<OpenPoint> {
    return this.#cameUp;
  }

  /** Whether the command passed in any run with this choice. */
  passedWith(point: OpenPoint, choice: string): boolean {
    return this.#passed.some((choices) => choices[point] === choice);
  }

  /** How many runs there were. */
  get runs(): number {
    return this.#begun;
  }
}

/** Does something with each item, a few at a time; the results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const worker = async () => {
    for (const [index, item] of entries) {
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}
