import { SimulatorError } from './errors.js';

/** Where a value is: `['pets', 3]`; the outermost value is at `[]`. */
export type JsonPath = readonly (string | number)[];

/** A part of JSON text. */
export interface JsonPiece {
  readonly path: JsonPath;
  /** The text of a whole value, or the bracket of a container whose values follow as pieces. */
  readonly text: string;
  readonly opens: boolean;
}

/** The bracket of a container that is cut into its values; undefined for a value that stays whole. */
type Opens = (path: JsonPath) => '{' | '[' | undefined;

/** Cuts the outermost object into its fields, and the lists of these names into their items. */
export function createOpens(...lists: readonly string[]): Opens {
  return (path) => {
    const [name] = path;
    return path.length === 0
      ? '{'
      : path.length === 1 && lists.includes(String(name))
        ? '['
        : undefined;
  };
}

interface CutterOptions {
  readonly opens: Opens;
  /** The length of the longest piece, in characters. */
  readonly maxPiece: number;
}

/** An open container. */
interface Container {
  readonly path: JsonPath;
  readonly isArray: boolean;
  /** The keys of an object so far. */
  readonly keys: Set<string>;
  count: number;
  /** The key whose value is awaited. */
  key: string | undefined;
  /** Whether the value was a container that is closed again. */
  filled: boolean;
}

const [quote, backslash, comma, colon] = [34, 92, 44, 58];
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125];

const isBlank = (text: string) => /^[ \t\r\n]*$/.test(text);

function createSyntaxError(text: string, path: JsonPath): SyntaxError {
  const place = path.length === 0 ? '' : ` in ${path.join('.')}`;
  return new SyntaxError(`unexpected ${JSON.stringify(text)}${place}`);
}

/**
 * Cuts JSON text that arrives in slices into pieces, each small enough to be parsed at once. It checks
 * only the text around the pieces; their parser checks the pieces.
 */
export class JsonCutter {
  readonly #options: CutterOptions;
  readonly #open: Container[] = [];
  /** The start of a piece that goes on in the next slice. */
  #parts: string[] = [];
  #length = 0;
  /** How many brackets are open within the piece. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  #rootClosed = false;

  constructor(options: CutterOptions) {
    this.#options = options;
  }

  /** How many characters of an incomplete piece it holds. */
  get pending(): number {
    return this.#length;
  }

  /**
   * Cuts the next slice.
   *
   * @throws {SyntaxError} when it can't be JSON
   * @throws {SimulatorError} `payload_too_large` when a piece is too long
   */
  *push(slice: string): Generator<JsonPiece> {
    let start = 0;
    for (let index = 0; index < slice.length; index += 1) {
      const code = slice.charCodeAt(index);
      if (this.#inString) {
        this.#readWithinString(code);
      } else if (code === quote) {
        this.#inString = true;
      } else if (code === openArray || code === openObject) {
        const opened =
          this.#depth === 0
            ? this.#tryOpen(code === openArray, slice.slice(start, index))
            : undefined;
        if (opened === undefined) {
          this.#depth += 1;
        } else {
          start = index + 1;
          yield opened;
        }
      } else if ((code === closeArray || code === closeObject) && this.#depth > 0) {
        this.#depth -= 1;
      } else if (this.#depth === 0 && this.#ends(code)) {
        const piece = this.#endPart(code, this.#take(slice.slice(start, index)));
        start = index + 1;
        if (piece !== undefined) {
          yield piece;
        }
      }
    }
    this.#keep(slice.slice(start));
  }

  /**
   * Ends the text.
   *
   * @throws {SyntaxError} when something is missing
   */
  *end(): Generator<JsonPiece> {
    const text = this.#take('');
    if (this.#open.length > 0) {
      throw new SyntaxError('unexpected end');
    }
    if (!this.#rootClosed && isBlank(text)) {
      throw new SyntaxError('it is empty');
    }
    if (!this.#rootClosed) {
      yield { path: [], text, opens: false };
    } else if (!isBlank(text)) {
      throw createSyntaxError(text.trim().slice(0, 1), []);
    }
  }

  #readWithinString(code: number): void {
    if (this.#escaped) {
      this.#escaped = false;
    } else if (code === backslash) {
      this.#escaped = true;
    } else if (code === quote) {
      this.#inString = false;
    }
  }

  /** Whether a character ends a key or a value outside all pieces. */
  #ends(code: number): boolean {
    return code === comma || code === closeArray || code === closeObject || this.#endsKey(code);
  }

  #endsKey(code: number): boolean {
    const container = this.#open.at(-1);
    return code === colon && container?.isArray === false && container.key === undefined;
  }

  #tryOpen(isArray: boolean, before: string): JsonPiece | undefined {
    const container = this.#open.at(-1);
    const path = this.#nextPath(container);
    const bracket = isArray ? '[' : '{';
    const mayOpen = path !== undefined && this.#parts.length === 0 && isBlank(before);
    if (!mayOpen || this.#options.opens(path) !== bracket) {
      return undefined;
    }
    const keys = new Set<string>();
    this.#open.push({ path, isArray, keys, count: 0, key: undefined, filled: false });
    return { path, text: bracket, opens: true };
  }

  /** The path of the value that is awaited; undefined where none may be. */
  #nextPath(container: Container | undefined): JsonPath | undefined {
    if (container === undefined) {
      return this.#rootClosed ? undefined : [];
    }
    const { path, isArray, count, key, filled } = container;
    const last = isArray ? count : key;
    return last === undefined || filled ? undefined : [...path, last];
  }

  #endPart(code: number, text: string): JsonPiece | undefined {
    const container = this.#open.at(-1);
    const character = String.fromCharCode(code);
    if (container === undefined) {
      throw createSyntaxError(character, []);
    }
    if (code === colon) {
      this.#readKey(container, text);
      return undefined;
    }
    const closes = code !== comma;
    if (closes && (code === closeArray) !== container.isArray) {
      throw createSyntaxError(character, container.path);
    }
    const isEmpty = closes && container.count === 0 && container.key === undefined;
    const piece =
      isEmpty && !container.filled && isBlank(text)
        ? undefined
        : this.#endValue(container, text, character);
    if (closes) {
      this.#close();
    }
    return piece;
  }

  #endValue(container: Container, text: string, character: string): JsonPiece | undefined {
    const path = this.#nextPath(container);
    if ((path === undefined && !container.filled) || container.filled !== isBlank(text)) {
      throw createSyntaxError(text.trim().slice(0, 20) || character, container.path);
    }
    container.count += 1;
    container.key = undefined;
    container.filled = false;
    return path === undefined ? undefined : { path, text, opens: false };
  }

  #readKey(container: Container, text: string): void {
    const key: unknown = JSON.parse(text);
    if (typeof key !== 'string') {
      throw createSyntaxError(text.trim(), container.path);
    }
    if (container.keys.has(key)) {
      throw new SyntaxError(`the key ${JSON.stringify(key)} occurs twice`);
    }
    container.keys.add(key);
    container.key = key;
  }

  #close(): void {
    this.#open.pop();
    const outer = this.#open.at(-1);
    if (outer === undefined) {
      this.#rootClosed = true;
    } else {
      outer.filled = true;
    }
  }

  /** Keeps the start of a piece. */
  #keep(text: string): void {
    if (this.#parts.length > 0 || !isBlank(text)) {
      this.#parts.push(text);
      this.#checkLength(text);
    }
  }

  /** Takes a whole piece. */
  #take(last: string): string {
    this.#checkLength(last);
    const text = this.#parts.length === 0 ? last : [...this.#parts, last].join('');
    this.#parts = [];
    this.#length = 0;
    return text;
  }

  #checkLength(text: string): void {
    this.#length += text.length;
    if (this.#length > this.#options.maxPiece) {
      throw new SimulatorError(
        'payload_too_large',
        `A value within the JSON text must have at most ${this.#options.maxPiece} characters.`,
      );
    }
  }
}
