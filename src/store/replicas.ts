import type { ResolvedOptions } from '../options/table.js';
import type { SharedSandbox } from './shared-sandbox.js';

interface ReplicasOptions {
  readonly limits: Pick<ResolvedOptions, 'maxSandboxes' | 'maxPetMemory' | 'maxJournalSize'>;
  readonly create: (name: string) => SharedSandbox;
  /** Whether a sandbox must stay in memory. */
  readonly isNeeded: (name: string) => boolean;
}

/** How many sandboxes are examined at a time, so that a request costs little while many are in use. */
const maxExamined = 32;

/** The shared sandboxes that this process has in memory. */
export class Replicas {
  readonly #options: ReplicasOptions;
  readonly #maxSize: number;
  /** In the order of their last use, which is the order of insertion. */
  readonly #sandboxes = new Map<string, SharedSandbox>();
  readonly #sizes = new Map<string, number>();
  #size = 0;

  constructor(options: ReplicasOptions) {
    const { maxPetMemory, maxJournalSize } = options.limits;
    this.#options = options;
    this.#maxSize = maxPetMemory + maxJournalSize;
  }

  find(name: string): SharedSandbox | undefined {
    return this.#sandboxes.get(name);
  }

  get(name: string): SharedSandbox {
    const sandbox = this.#sandboxes.get(name) ?? this.#options.create(name);
    this.#sandboxes.delete(name);
    // Nothing is ever noted of sandboxes that don't exist, or while the store is away.
    this.#makeRoom();
    this.#sandboxes.set(name, sandbox);
    return sandbox;
  }

  /** Notes the size of a sandbox, and forgets the longest idle ones beyond the limits. */
  note(name: string, size: number): void {
    this.#size += size - (this.#sizes.get(name) ?? 0);
    this.#sizes.set(name, size);
    this.#makeRoom();
  }

  get #isFull(): boolean {
    return this.#sandboxes.size > this.#options.limits.maxSandboxes || this.#size > this.#maxSize;
  }

  /** A sandbox that is forgotten is loaded again at its next use. */
  #makeRoom(): void {
    let examined = 0;
    for (const [name, sandbox] of this.#sandboxes) {
      if (!this.#isFull || examined >= maxExamined) {
        return;
      }
      examined += 1;
      this.#sandboxes.delete(name);
      if (sandbox.isIdle && !this.#options.isNeeded(name)) {
        this.#size -= this.#sizes.get(name) ?? 0;
        this.#sizes.delete(name);
      } else {
        this.#sandboxes.set(name, sandbox);
      }
    }
  }
}
