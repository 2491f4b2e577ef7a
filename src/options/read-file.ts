import { closeSync, constants, openSync, readSync } from 'node:fs';
import { UsageError } from './usage-error.js';

/** A file that an option names. */
export interface InputFile {
  readonly path: string;
  readonly maxBytes: number;
  /** Formats the message for a problem: `can't be read (ENOENT)`. */
  readonly describe: (problem: string) => string;
}

/** Time until an empty pipe is read again, in milliseconds. */
export const retryInterval = 10;
/** With O_NONBLOCK a pipe without a writer is empty, and not a wait without an end; Windows has none. */
export const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** @throws {unknown} the error, unless it only says that a pipe is empty for now */
export function throwUnlessEmpty(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
    throw error;
  }
}

export function createReadError({ describe }: InputFile, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new UsageError(describe(`can't be read (${code})`));
}

export function createSizeError({ describe, maxBytes }: InputFile): UsageError {
  return new UsageError(describe(`has more than ${maxBytes / 1024 ** 2} MiB, the limit`));
}

/**
 * Reads a small file at once.
 *
 * @throws {UsageError} when it can't be read, or is too large
 */
export function readFileAtOnce(file: InputFile): Uint8Array {
  const content = new Uint8Array(file.maxBytes + 1);
  let length = 0;
  try {
    const descriptor = openSync(file.path, readFlags);
    try {
      for (let read = -1; read !== 0 && length < content.length; ) {
        read = tryRead(descriptor, content.subarray(length));
        length += Math.max(0, read);
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw createReadError(file, error);
  }
  if (length > file.maxBytes) {
    throw createSizeError(file);
  }
  return content.subarray(0, length);
}

/** Returns the number of bytes; -1 when there are none yet. */
function tryRead(descriptor: number, target: Uint8Array): number {
  try {
    return readSync(descriptor, target);
  } catch (error) {
    throwUnlessEmpty(error);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryInterval);
    return -1;
  }
}
