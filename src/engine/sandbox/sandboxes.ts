import { Sandbox, type SandboxSettings, type SandboxStart } from './sandbox.js';

export const defaultSandbox = 'default';

/** The sandboxes of one simulator: made at first use, the longest idle one dropped at the limit. */
export class Sandboxes {
  readonly #start: SandboxStart;
  readonly #settings: SandboxSettings;
  readonly #most: number;
  #default: Sandbox;
  /** In the order of their last use: a Map keeps the order of insertion. */
  readonly #others = new Map<string, Sandbox>();

  constructor(start: SandboxStart, settings: SandboxSettings, most: number) {
    this.#start = start;
    this.#settings = settings;
    this.#most = most;
    this.#default = this.#make(defaultSandbox);
  }

  /** What a new sandbox starts with. */
  get start(): SandboxStart {
    return this.#start;
  }

  getOrCreate(name: string): Sandbox {
    if (name === defaultSandbox) {
      return this.#default;
    }
    const sandbox = this.#others.get(name) ?? this.#make(name);
    this.#others.delete(name);
    this.#others.set(name, sandbox);
    this.#dropLongestIdle();
    return sandbox;
  }

  /** The sandbox of that name as it is or would be; nothing is made or kept by looking. */
  peek(name: string): Sandbox {
    const existing = name === defaultSandbox ? this.#default : this.#others.get(name);
    return existing ?? this.#make(name);
  }

  /** All that are kept, `default` first, then those that were used last at the end. */
  list(): Sandbox[] {
    return [this.#default, ...this.#others.values()];
  }

  /** Drops a sandbox, or makes `default` anew; whether there was one. */
  drop(name: string): boolean {
    if (name === defaultSandbox) {
      this.#default.discard();
      this.#default = this.#make(defaultSandbox);
      return true;
    }
    this.#others.get(name)?.discard();
    return this.#others.delete(name);
  }

  #make(name: string): Sandbox {
    return new Sandbox(name, this.#start, this.#settings);
  }

  #dropLongestIdle(): void {
    const [longestIdle] = this.#others.keys();
    // The default sandbox counts, and always stays.
    if (this.#others.size + 1 > this.#most && longestIdle !== undefined) {
      this.drop(longestIdle);
    }
  }
}
