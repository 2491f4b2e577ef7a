import { quote } from './format.js';

/** No legal text nests this deeply, and the reader recurses. */
const maxDepth = 100;

const [openObject, closeObject, openArray, closeArray] = [123, 125, 91, 93];
const [quotationMark, backslash, comma, colon] = [34, 92, 44, 58];
const [space, tab, lineFeed, carriageReturn] = [32, 9, 10, 13];

const word = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const constants: ReadonlyMap<string, unknown> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

interface ReaderOptions {
  /** Reads a number from its digits. */
  readonly readNumber: (text: string) => unknown;
  /** Maximum number of values, nested ones included. */
  readonly maxValues: number;
}

/**
 * Reads JSON in linear time. `JSON.parse` decodes the strings, which is faster than decoding them in
 * JavaScript: a body may be a single string.
 */
class JsonReader {
  readonly #text: string;
  readonly #options: ReaderOptions;
  #place = 0;
  #values = 0;

  constructor(text: string, options: ReaderOptions) {
    this.#text = text;
    this.#options = options;
  }

  read(): unknown {
    const value = this.#readValue(0);
    this.#skipBlanks();
    if (this.#place < this.#text.length) {
      throw this.#unexpected();
    }
    return value;
  }

  #readValue(depth: number): unknown {
    this.#values += 1;
    if (this.#values > this.#options.maxValues) {
      throw new SyntaxError(`it has more than ${this.#options.maxValues} values`);
    }
    const code = this.#skipBlanks();
    if (depth === maxDepth && (code === openObject || code === openArray)) {
      throw new SyntaxError(`it is nested deeper than ${maxDepth} levels`);
    }
    switch (code) {
      case openObject:
        return this.#readObject(depth);
      case openArray:
        return this.#readArray(depth);
      case quotationMark:
        return this.#readString();
      default:
        return this.#readWord();
    }
  }

  #readObject(depth: number): Record<string, unknown> {
    // A map, because `__proto__` is a key like any other.
    const fields = new Map<string, unknown>();
    this.#place += 1;
    if (this.#skipBlanks() === closeObject) {
      this.#place += 1;
      return {};
    }
    do {
      if (this.#skipBlanks() !== quotationMark) {
        throw this.#unexpected();
      }
      const key = this.#readString();
      if (fields.has(key)) {
        throw new SyntaxError(`the key ${quote(key)} occurs twice`);
      }
      if (this.#skipBlanks() !== colon) {
        throw this.#unexpected();
      }
      this.#place += 1;
      fields.set(key, this.#readValue(depth + 1));
    } while (this.#continues(closeObject));
    return Object.fromEntries(fields);
  }

  #readArray(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#place += 1;
    if (this.#skipBlanks() === closeArray) {
      this.#place += 1;
      return items;
    }
    do {
      items.push(this.#readValue(depth + 1));
    } while (this.#continues(closeArray));
    return items;
  }

  /** Whether a comma follows, and not the bracket that closes the container. */
  #continues(closing: number): boolean {
    const code = this.#skipBlanks();
    if (code !== comma && code !== closing) {
      throw this.#unexpected();
    }
    this.#place += 1;
    return code === comma;
  }

  #readString(): string {
    const text = this.#text;
    let end = this.#place + 1;
    for (let code = text.charCodeAt(end); code !== quotationMark; code = text.charCodeAt(end)) {
      // The character after a backslash doesn't end the string.
      end += code === backslash ? 2 : 1;
      if (end >= text.length) {
        this.#place = text.length;
        throw this.#unexpected();
      }
    }
    const written = text.slice(this.#place, end + 1);
    try {
      const string = JSON.parse(written) as string;
      this.#place = end + 1;
      return string;
    } catch {
      throw new SyntaxError(
        `a string at position ${this.#place} has a wrong escape, or a control character`,
      );
    }
  }

  #readWord(): unknown {
    word.lastIndex = this.#place;
    const [text] = word.exec(this.#text) ?? [];
    if (text === undefined) {
      throw this.#unexpected();
    }
    this.#place = word.lastIndex;
    return constants.has(text) ? constants.get(text) : this.#options.readNumber(text);
  }

  /** Skips white space, and returns the code of what follows; NaN at the end. */
  #skipBlanks(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#place);
      if (code !== space && code !== lineFeed && code !== carriageReturn && code !== tab) {
        return code;
      }
      this.#place += 1;
    }
  }

  #unexpected(): SyntaxError {
    const code = this.#text.codePointAt(this.#place);
    return code === undefined
      ? new SyntaxError('unexpected end')
      : new SyntaxError(
          `unexpected ${JSON.stringify(String.fromCodePoint(code))} at position ${this.#place}`,
        );
  }
}

/**
 * Reads a JSON value. An object has no key twice, as the client's intention would be unclear (RFC 8259, 4).
 *
 * @throws {SyntaxError} when it isn't JSON, is nested deeper than 100 levels, or has too many values
 */
export function readJson(text: string, options: ReaderOptions): unknown {
  return new JsonReader(text, options).read();
}
