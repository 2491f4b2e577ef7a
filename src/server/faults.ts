/** The body of `fault=garbage`, which no JSON parser accepts. */
export const garbageBody = '{"id":1,"name":"\u0000\uFFFD<html><body>502 Bad Gate';

/** In how many pieces a body dribbles. */
const maxPieces = 10;

/** A body that isn't empty in pieces of about the same size: the first at once, the end after the duration. */
export async function* dribble(text: string, duration: number) {
  const bytes = new TextEncoder().encode(text);
  const length = Math.ceil(bytes.length / maxPieces);
  const pause = (duration * length) / bytes.length;
  for (let start = 0; start < bytes.length; start += length) {
    yield bytes.subarray(start, start + length);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The first half of a body, which is all that `fault=truncate` sends. */
export function halve(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
