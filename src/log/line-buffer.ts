import { maxEncoded } from '../engine/interface/format.js';

/** How long lines are buffered, in milliseconds; nobody who watches a terminal sees it. */
const flushDelay = 10;
/** Maximum number of unread bytes. Further lines are dropped, since a parent process may never read its pipe. */
const maxUnread = 1024 ** 2;
/** Maximum number of bytes that are written at once. */
const maxTogether = 64 * 1024;

/** The stream that lines are written to: standard error. */
export interface LogStream {
  readonly isTTY?: boolean;
  /** Bytes that nobody has read yet. */
  readonly writableLength?: number;
  hasColors?(): boolean;
  write(text: string | Uint8Array): unknown;
}

/** Writes lines together, as each write to a file takes as long as half a response. */
export class LineBuffer {
  readonly #stream: LogStream;
  readonly #formatDropped: (count: number) => string;
  /** Bytes: the garbage collector would copy strings that wait. */
  #buffer: Buffer | undefined;
  #used = 0;
  #lines = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param formatDropped formats the line in place of those that were dropped */
  constructor(stream: LogStream, formatDropped: (count: number) => string) {
    this.#stream = stream;
    this.#formatDropped = formatDropped;
  }

  add(line: string): void {
    const text = `${line}\n`;
    const room = text.length * maxEncoded;
    if (this.#used + room > maxTogether) {
      this.flush();
    }
    if (room > maxTogether) {
      this.#write(text, 1);
      return;
    }
    this.#buffer ??= Buffer.allocUnsafe(maxTogether);
    this.#used += this.#buffer.write(text, this.#used);
    this.#lines += 1;
    if (this.#lines === 1) {
      this.#timer = setTimeout(this.flush, flushDelay);
      // The last lines before a crash are the ones that matter.
      process.on('exit', this.flush);
    }
  }

  /** Writes the lines that are still buffered. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    process.off('exit', this.flush);
    if (this.#buffer === undefined || this.#lines === 0) {
      return;
    }
    this.#write(this.#buffer.subarray(0, this.#used), this.#lines);
    if ((this.#stream.writableLength ?? 0) > 0) {
      // The stream still needs it.
      this.#buffer = undefined;
    }
    this.#used = 0;
    this.#lines = 0;
  };

  #write(chunk: string | Uint8Array, lines: number): void {
    if ((this.#stream.writableLength ?? 0) > maxUnread) {
      this.#dropped += lines;
      return;
    }
    if (this.#dropped > 0) {
      this.#stream.write(`${this.#formatDropped(this.#dropped)}\n`);
      this.#dropped = 0;
    }
    this.#stream.write(chunk);
  }
}
