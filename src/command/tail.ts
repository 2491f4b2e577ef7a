/** So many bytes are kept. */
const most = 256 * 1024;

/** The last of what was printed; a long output doesn't fill the memory. */
export class Tail {
  #chunks: Buffer[] = [];
  #length = 0;
  #cut = false;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#length - (this.#chunks[0]?.length ?? 0) >= most) {
      this.#length -= this.#chunks.shift()?.length ?? 0;
      this.#cut = true;
    }
  }

  text(): string {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    // The first line isn't whole.
    return this.#cut ? text.slice(text.indexOf('\n') + 1) : text;
  }
}
