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
