/** A smaller buffer isn't worth a change. */
const minCapacity = 1_024;
/** Size of a new buffer, relative to its content. The old buffer stays in memory for a while. */
export const spare = 1.4;
/** Maximum size of the buffer, relative to its content, after bytes are dropped. */
const maxSpare = 2;

/**
 * Bytes that are appended at the end and dropped from the beginning, in one buffer: a buffer for each record
 * would take 500 bytes more. A place is the number of bytes that were ever appended before it.
 */
export class ByteRing {
  #bytes = new Uint8Array();
  #start = 0;
  #end = 0;

  /** Appends bytes, and returns their place. */
  append(bytes: Uint8Array): number {
    const place = this.#end;
    const used = place - this.#start + bytes.length;
    if (used > this.#bytes.length) {
      this.#resize(used);
    }
    this.#end += bytes.length;
    copyIn(this.#bytes, place, bytes);
    return place;
  }

  /** Copies bytes. Dropped bytes can be read until more are appended or `fit` is called. */
  read(place: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    const from = place % this.#bytes.length;
    const first = this.#bytes.subarray(from, from + length);
    bytes.set(first);
    bytes.set(this.#bytes.subarray(0, length - first.length), first.length);
    return bytes;
  }

  /** Drops all bytes before a place. */
  dropBefore(place: number): void {
    this.#start = place;
  }

  /** Returns memory that is no longer needed. */
  fit(): void {
    const used = this.#end - this.#start;
    if (this.#bytes.length > Math.max(minCapacity, used * maxSpare)) {
      this.#resize(used);
    }
  }

  #resize(used: number): void {
    const kept = this.#end - this.#start;
    const content = kept === 0 ? new Uint8Array() : this.read(this.#start, kept);
    this.#bytes = new Uint8Array(Math.max(minCapacity, Math.ceil(used * spare)));
    copyIn(this.#bytes, this.#start, content);
  }
}

/** Copies bytes to a place of a ring, in two parts when they go past its end. */
function copyIn(ring: Uint8Array, place: number, bytes: Uint8Array): void {
  const at = place % ring.length;
  const room = ring.length - at;
  if (bytes.length <= room) {
    ring.set(bytes, at);
  } else {
    ring.set(bytes.subarray(0, room), at);
    ring.set(bytes.subarray(room));
  }
}
