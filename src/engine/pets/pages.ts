/** Bytes of pages that are kept while no response sends them, over all catalogues. */
export const maxKept = 4 * 1024 ** 2;
/** A larger page would push out many small ones. */
const maxKeptPage = maxKept / 16;

export type Bytes = Uint8Array<ArrayBuffer>;
/** A page in parts, which are sent one after another. */
export type Page = readonly Bytes[];

const encoder = new TextEncoder();
export const encode = (text: string): Bytes => encoder.encode(text);

/** Writes the pets of a page; the bytes of large ones are parts of all their pages, and never copied. */
export class PageWriter {
  readonly #parts: Bytes[] = [];
  #texts: string[] = ['['];
  #separator = '';

  /**
   * @param fields further members as JSON text, each with a leading comma
   * @param bytes of the pet, if they are ready
   */
  add(pet: string, fields: string, bytes: Bytes | undefined): void {
    this.#texts.push(this.#separator);
    this.#separator = ',';
    if (bytes !== undefined) {
      this.#flush();
      this.#parts.push(bytes.subarray(0, -1));
      this.#texts.push(fields, '}');
    } else {
      this.#texts.push(addFields(pet, fields));
    }
  }

  end(): Page {
    this.#texts.push(']');
    this.#flush();
    return this.#parts;
  }

  #flush(): void {
    this.#parts.push(encode(this.#texts.join('')));
    this.#texts = [];
  }
}

/** Adds members to a pet, each with a leading comma. */
export function addFields(pet: string, fields: string): string {
  return fields === '' ? pet : `${pet.slice(0, -1)}${fields}}`;
}

/** Keeps the pages that were written last, over all catalogues, up to a limit in bytes. */
export class RecentPages {
  /** In the order in which they were written, with their sizes. */
  readonly #pages = new Map<Page, number>();
  #size = 0;

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  add(page: Page): void {
    const size = page.reduce((sum, part) => sum + part.length, 0);
    if (size > maxKeptPage) {
      return;
    }
    this.#pages.set(page, size);
    this.#size += size;
    if (this.#size <= maxKept) {
      return;
    }
    // Not before: finding the oldest page steps over all that were deleted before it.
    for (const [oldest, oldestSize] of this.#pages) {
      if (this.#size <= maxKept) {
        return;
      }
      this.#pages.delete(oldest);
      this.#size -= oldestSize;
    }
  }
}

/**
 * The pages of one catalogue as bytes, until it changes. Joining and encoding a page takes longer than
 * all else that an exchange does; and as responses share its bytes, many clients that read a page
 * slowly take no more memory than one. Recent pages are kept; others last as long as a response sends
 * them.
 */
export class Pages {
  readonly #recent: RecentPages;
  readonly #pages = new Map<string, WeakRef<Page>>();

  constructor(recent: RecentPages) {
    this.#recent = recent;
  }

  /** @param key has few values, so that few pages are kept */
  getOrCreate(key: string, write: () => Page): Page {
    const existing = this.#pages.get(key)?.deref();
    if (existing !== undefined) {
      return existing;
    }
    const page = write();
    this.#pages.set(key, new WeakRef(page));
    this.#recent.add(page);
    return page;
  }

  clear(): void {
    this.#pages.clear();
  }
}
