import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createReadError,
  createSizeError,
  type InputFile,
  readFlags,
  retryInterval,
  throwUnlessEmpty,
} from './read-file.js';

const chunkSize = 64 * 1024;

async function readChunk(handle: FileHandle): Promise<Uint8Array> {
  const chunk = new Uint8Array(chunkSize);
  for (;;) {
    try {
      return chunk.subarray(0, (await handle.read(chunk)).bytesRead);
    } catch (error) {
      throwUnlessEmpty(error);
      await sleep(retryInterval);
    }
  }
}

async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path, readFlags);
  try {
    for (let chunk = await readChunk(handle); chunk.length > 0; chunk = await readChunk(handle)) {
      yield chunk;
    }
  } finally {
    await handle.close();
  }
}

/**
 * Reads a file, a pipe or a device in chunks.
 *
 * @throws {UsageError} when it can't be read, or is too large
 */
export async function* readFileInChunks(file: InputFile): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of readChunks(file.path)) {
      bytes += chunk.length;
      if (bytes > file.maxBytes) {
        throw createSizeError(file);
      }
      yield chunk;
    }
  } catch (error) {
    throw createReadError(file, error);
  }
}
