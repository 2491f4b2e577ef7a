import { SimulatorError } from '../interface/errors.js';

/** The memory limit for the pets that sandboxes own together; seeded pets that they share are free. */
export class MemoryQuota {
  readonly #max: number;
  readonly #owner: string;
  #used = 0;

  /**
   * @param max in bytes
   * @param owner whose pets they are, in messages
   */
  constructor(max: number, owner = 'all sandboxes') {
    this.#max = max;
    this.#owner = owner;
  }

  /** @throws {SimulatorError} `simulator_full` when so much memory isn't left */
  check(bytes: number): void {
    if (this.#used + bytes > this.#max) {
      throw new SimulatorError(
        'simulator_full',
        `The pets of ${this.#owner} may take ${this.#max} bytes (option max-pet-memory); they take ` +
          `${this.#used}, and ${bytes} more are needed. Reset or delete sandboxes that are no longer ` +
          'used, or start the simulator with a larger limit.',
      );
    }
  }

  /** @throws {SimulatorError} `simulator_full`; then nothing is taken */
  take(bytes: number): void {
    this.check(bytes);
    this.#used += bytes;
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }
}

/** The part of a quota that one catalogue takes. */
export class QuotaShare {
  #quota: MemoryQuota;
  #size = 0;

  constructor(quota: MemoryQuota) {
    this.#quota = quota;
  }

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  /** @throws {SimulatorError} `simulator_full` when the quota has no room for so many bytes more */
  check(bytes: number): void {
    this.#quota.check(bytes);
  }

  /** @throws {SimulatorError} `simulator_full` when the quota has no room for it; then nothing is taken */
  take(bytes: number): void {
    this.#quota.take(bytes);
    this.#size += bytes;
  }

  /** Gives all of it back. */
  release(): void {
    this.#quota.release(this.#size);
    this.#size = 0;
  }

  /**
   * Takes as much of another quota. When that has no room, it takes none at all.
   *
   * @throws {SimulatorError} `simulator_full`
   */
  moveTo(quota: MemoryQuota): void {
    if (quota !== this.#quota) {
      const size = this.#size;
      this.release();
      this.#quota = quota;
      this.take(size);
    }
  }
}
