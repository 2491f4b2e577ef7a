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
export type RunCommand = (name: string, choices: Choices) => Promise<RunResult>;

/** The runs of a command so far. */
export class Runs {
  readonly ended: (RunResult & { readonly choices: Choices })[] = [];
  readonly #run: RunCommand;
  readonly #results = new Map<string, Promise<RunResult>>();

  constructor(run: RunCommand) {
    this.#run = run;
  }

  /** The result of a run with these choices; runs the command at most once. */
  getResult(name: string, choices: Choices): Promise<RunResult> {
    return this.#results.get(JSON.stringify(choices)) ?? this.rerun(name, choices);
  }

  /** Runs the command, even when a result is known, which this one replaces. */
  rerun(name: string, choices: Choices): Promise<RunResult> {
    const running = this.#run(name, choices).then((result) => {
      this.ended.push({ ...result, choices });
      return result;
    });
    this.#results.set(JSON.stringify(choices), running);
    return running;
  }

  /** The points that the runs used so far. */
  get used(): readonly OpenPoint[] {
    const used = new Set(this.ended.flatMap((result) => result.used));
    // Any command may use `id-scheme`: seeded ids depend on it, without a note.
    return openPointNames.filter((point) => used.has(point) || point === 'id-scheme');
  }
}

/** Calls a function for each item, with a limit on parallel calls. */
export async function forEachParallel<Item>(
  items: readonly Item[],
  maxParallel: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const rest = items.values();
  const work = async () => {
    for (const item of rest) {
      await act(item);
    }
  };
  await Promise.all(Array.from({ length: maxParallel }, work));
}
