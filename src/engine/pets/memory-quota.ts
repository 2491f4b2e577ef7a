import { SimulatorError } from '../interface/errors.js';

/** What a pet takes beside its text, in bytes: its places in the indexes of a catalogue. */
const besides = 128;
/** A character of JSON that Latin-1 doesn't have makes all of the text take two bytes each. */
const perCharacter = 2;

/** How much memory a pet takes at most, in bytes. */
export function measurePet(piece: string): number {
  return piece.length * perCharacter + besides;
}

/** How much memory the pets of all sandboxes may take together, but for those that they share. */
export class MemoryQuota {
  readonly #most: number;
  #taken = 0;

  /** @param most in bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** @throws {SimulatorError} when there isn't that much left; then nothing is taken */
  take(bytes: number): void {
    if (this.#taken + bytes > this.#most) {
      throw new SimulatorError(
        'simulator_full',
        `The sandboxes have pets of ${this.#taken} bytes of their own, and with ${bytes} more it ` +
          `would be over ${this.#most}, the most that this simulator keeps (the option ` +
          'max-catalogues). Reset or delete sandboxes that are done, or start the simulator with a ' +
          'larger limit.',
      );
    }
    this.#taken += bytes;
  }

  release(bytes: number): void {
    this.#taken -= bytes;
  }
}
