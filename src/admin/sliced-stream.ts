import { Readable } from 'node:stream';

/** Characters that a stream writes in its turn: a few milliseconds of work. */
const sliceSize = 64 * 1024;

const queue: (() => void)[] = [];

/** Runs tasks one by one, each in a turn of the event loop of its own, so that requests come between. */
function takeTurn(task: () => void): void {
  if (queue.push(task) === 1) {
    setImmediate(runNext);
  }
}

function runNext(): void {
  queue[0]?.();
  queue.shift();
  if (queue.length > 0) {
    setImmediate(runNext);
  }
}

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
    let slice = '';
    let part: ReturnType<NextPart>;
    try {
      do {
        part = this.#next();
        slice += part ?? '';
      } while (typeof part === 'string' && slice.length < sliceSize);
    } catch (error) {
      this.destroy(error as Error);
      return;
    }
    if (slice !== '') {
      this.#isWanted = false;
      this.push(slice);
    }
    if (part === null) {
      this.push(null);
    }
  }
}
