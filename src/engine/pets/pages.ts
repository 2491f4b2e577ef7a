/** Bytes of pages that are kept while no response sends them, over all catalogues. */
export const maxKept = 4 * 1024 ** 2;
/** A larger page would push out many small ones. */
const maxKeptPage = maxKept / 16;

export type Bytes = Uint8Array<ArrayBuffer>;
/** A page in parts, which are sent one after another. */
export type Page = readonly Bytes[];

const encoder = new TextEncoder();
export const encode = (text: string): Bytes => encoder.encode(text);

/** Adds members to a pet, each with a leading comma. */
export function addFields(pet: string, fields: string): string {
  return fields === '' ? pet : `${pet.slice(0, -1)}${fields}}`;
}

/**
 * Writes the pets of a page; the bytes of large ones are parts of all their pages, and never copied.
 *
 * @param createFields creates further members of a pet as JSON text, each with a leading comma
 */
export function writePage(
  pets: Iterable<{ readonly json: string; readonly bytes: Bytes | undefined }>,
  createFields: (pet: string) => string,
): Page {
  const parts: Bytes[] = [];
  let text = '[';
  let separator = '';
  for (const { json, bytes } of pets) {
    const fields = createFields(json);
    text += separator;
    separator = ',';
    if (bytes === undefined) {
      text += addFields(json, fields);
    } else {
      parts.push(encode(text), bytes.subarray(0, -1));
      text = `${fields}}`;
    }
  }
  parts.push(encode(`${text}]`));
  return parts;
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
