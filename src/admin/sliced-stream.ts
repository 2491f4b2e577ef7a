import { Readable } from 'node:stream';
import { sliceLength } from '../engine/interface/slices.js';
import { maxTurn, takeTurn } from '../turn.js';

/** Returns the next part of a text; `undefined` when there is none yet, `null` at the end. */
type NextPart = () => string | undefined | null;

/**
 * A text that is created while it is read, so that a long one takes little memory, and a slow reader no
 * work. Other requests are served between its slices.
 */
export class SlicedStream extends Readable {
  readonly #next: NextPart;
  readonly #onClose: () => void;
  #isWanted = false;
  #isQueued = false;

  /** @param onClose is called once: at the end, or when the reader is gone */
  constructor(next: NextPart, onClose: () => void = () => {}) {
    super();
    this.#next = next;
    this.#onClose = onClose;
  }

  /** Streams small texts, with nothing between them. */
  static create(texts: Iterable<string>): SlicedStream {
    const iterator = texts[Symbol.iterator]();
    return new SlicedStream(() => {
      const { value, done } = iterator.next();
      return done ? null : value;
    });
  }

  override _read(): void {
    this.#isWanted = true;
    this.wake();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#onClose();
    done(error);
  }

  /** Continues a stream that had no next part. */
  wake(): void {
    if (this.#isWanted && !this.#isQueued) {
      this.#isQueued = true;
      takeTurn(() => {
        this.#isQueued = false;
        if (!this.destroyed) {
          this.#writeSlice();
        }
      });
    }
  }

  #writeSlice(): void {
    const start = performance.now();
    let slice = '';
    let part: ReturnType<NextPart>;
    try {
      do {
        part = this.#next();
        slice += part ?? '';
      } while (
        typeof part === 'string' &&
        slice.length < sliceLength &&
        performance.now() - start < maxTurn
      );
    } catch (error) {
      this.destroy(error as Error);
      return;
    }
    if (slice !== '') {
      this.#isWanted = false;
      this.push(slice);
    } else if (typeof part === 'string') {
      // Many empty parts take time, too.
      this.wake();
    }
    if (part === null) {
      this.push(null);
    }
  }
}
