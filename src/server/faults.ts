/** The body of `fault=garbage`, which no JSON parser accepts. */
export const garbageBody = '{"id":1,"name":"\u0000\uFFFD<html><body>502 Bad Gate';

/** In how many pieces a body dribbles. */
const maxPieces = 10;

/** Cuts a body that isn't empty into pieces of about the same size. */
function cutBody(text: string): Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(text);
  const length = Math.ceil(bytes.length / maxPieces);
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}

/**
 * Sends a body bit by bit: the first piece at once, the last after the duration.
 *
 * @returns a function that stops it
 */
export function dribble(
  text: string,
  duration: number,
  write: (piece: Uint8Array<ArrayBuffer>) => void,
  onEnd: () => void,
): () => void {
  const pieces = cutBody(text);
  const pause = duration / Math.max(1, pieces.length - 1);
  let timer: ReturnType<typeof setTimeout>;
  const writeNext = () => {
    write(pieces.shift() as Uint8Array<ArrayBuffer>);
    if (pieces.length > 0) {
      timer = setTimeout(writeNext, pause);
    } else {
      onEnd();
    }
  };
  writeNext();
  return () => clearTimeout(timer);
}

/** The first half of a body, which is all that `fault=truncate` sends. */
export function halve(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
