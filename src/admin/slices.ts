import { createBadRequest, SimulatorError } from '../engine/interface/errors.js';
import { joinSlices, sliceLength } from '../engine/interface/slices.js';
import { shareTurn, waitForTurn } from '../turn.js';

/** Text or bytes, in chunks of any size. */
export type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Joins small texts into slices, and lets other requests through in between. */
export async function* joinInTurns(texts: Iterable<string>): AsyncGenerator<string> {
  for (const slice of joinSlices(texts)) {
    await waitForTurn();
    yield slice;
  }
}

/**
 * Cuts text into slices, and lets other requests through in between.
 *
 * @param maxBytes of the whole
 * @throws {SimulatorError} when it is longer, or isn't UTF-8
 */
export async function* readSlices(chunks: Chunks, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new SimulatorError(
        'payload_too_large',
        `The text must have at most ${maxBytes} bytes.`,
      );
    }
    for (let start = 0; start < chunk.length; start += sliceLength) {
      yield decode(decoder, chunk.slice(start, start + sliceLength));
      await shareTurn();
    }
  }
  yield decode(decoder);
}

function decode(decoder: TextDecoder, chunk?: string | Uint8Array): string {
  if (typeof chunk === 'string') {
    return chunk;
  }
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw createBadRequest('The text must be UTF-8, as JSON is (RFC 8259, 8.1).');
  }
}
