import { Sandbox, type SandboxResources, type SandboxStart } from './sandbox.js';

export const defaultSandbox = 'default';

/** The sandboxes of one simulator: created at first use; beyond the limit, the longest idle goes. */
export class Sandboxes {
  readonly #start: SandboxStart;
  readonly #resources: SandboxResources;
  readonly #max: number;
  #default: Sandbox;
  /** In the order of their last use: a Map keeps the order of insertion. */
  readonly #others = new Map<string, Sandbox>();

  constructor(start: SandboxStart, resources: SandboxResources, max: number) {
    this.#start = start;
    this.#resources = resources;
    this.#max = max;
    this.#default = this.#create(defaultSandbox);
  }

  /** What a new sandbox starts with. */
  get start(): SandboxStart {
    return this.#start;
  }

  getOrCreate(name: string): Sandbox {
    if (name === defaultSandbox) {
      return this.#default;
    }
    const sandbox = this.#others.get(name) ?? this.#create(name);
    this.#others.delete(name);
    this.#others.set(name, sandbox);
    this.#dropLongestIdle();
    return sandbox;
  }

  /** The sandbox of that name as it is or would be; it creates and keeps nothing. */
  peek(name: string): Sandbox {
    const existing = name === defaultSandbox ? this.#default : this.#others.get(name);
    return existing ?? this.#create(name);
  }

  /** Lists all sandboxes: `default`, then the others in the order of their last use. */
  list(): Sandbox[] {
    return [this.#default, ...this.#others.values()];
  }

  /** Drops a sandbox, or creates `default` anew. Returns whether there was one. */
  drop(name: string): boolean {
    if (name === defaultSandbox) {
      this.#default.catalogue.discard();
      this.#default = this.#create(defaultSandbox);
      return true;
    }
    this.#others.get(name)?.catalogue.discard();
    return this.#others.delete(name);
  }

  #create(name: string): Sandbox {
    return new Sandbox(name, this.#start, this.#resources);
  }

  #dropLongestIdle(): void {
    const [longestIdle] = this.#others.keys();
    // The default sandbox counts, and always stays.
    if (this.#others.size + 1 > this.#max && longestIdle !== undefined) {
      this.drop(longestIdle);
    }
  }
}
