import {
  decodeChunks,
  readText,
  type Transport,
  type TransportResponse,
} from '../client/transport.js';
import type { SavedData } from './saved-data.js';

/** The maximum length of all snapshots together, in characters. */
const maxLength = 8 * 1024 ** 2;

/** Reads a response up to a maximum number of characters; undefined when it is longer. */
async function readUpTo(max: number, response: TransportResponse): Promise<string | undefined> {
  const texts: string[] = [];
  let length = 0;
  for await (const text of decodeChunks(response)) {
    length += text.length;
    if (length > max) {
      return undefined;
    }
    texts.push(text);
  }
  return texts.join('');
}

const noQuery = new URLSearchParams();

/** Saves the sandboxes that changed. Changes that come during a save are saved together by the next. */
export class StateSaver {
  readonly #admin: Transport;
  readonly #listNames: () => Promise<readonly string[]>;
  readonly #data: SavedData;
  readonly #warn: (problem: string) => void;
  /** The lengths of the saved snapshots. */
  readonly #lengths = new Map<string, number>();
  #changed = new Set<string>();
  #last: Promise<void> = Promise.resolve();

  constructor(options: {
    readonly admin: Transport;
    /** Lists the sandboxes that exist. */
    readonly listNames: () => Promise<readonly string[]>;
    readonly data: SavedData;
    readonly warn: (problem: string) => void;
  }) {
    this.#admin = options.admin;
    this.#listNames = options.listNames;
    this.#data = options.data;
    this.#warn = options.warn;
  }

  /** Restores what was saved. */
  async restore(): Promise<void> {
    for await (const [sandbox, body] of this.#data.readSandboxes()) {
      const call = { method: 'PUT', path: '/state', query: noQuery, sandbox, body };
      const response = await this.#admin.send(call);
      if (response.status === 200) {
        this.#lengths.set(sandbox, body.length);
      } else {
        this.#warn(`The sandbox ${sandbox} is reset: ${await readText(response)}`);
      }
    }
  }

  /** Notes that a sandbox changed. */
  note(sandbox: string): void {
    this.#changed.add(sandbox);
  }

  /** Resolves when all changes so far are saved; a problem is a warning. */
  save(): Promise<void> {
    if (this.#changed.size > 0) {
      this.#last = this.#last
        .then(() => this.#write())
        .catch((error) => this.#warn(`The pets are not saved: ${error}.`));
    }
    return this.#last;
  }

  async #write(): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Set();
    const names = new Set(await this.#listNames());
    const kept = new Set([...names].filter((name) => !changed.has(name)));
    for (const name of this.#lengths.keys()) {
      if (!kept.has(name)) {
        this.#lengths.delete(name);
      }
    }
    const snapshots = new Map<string, string>();
    for (const name of changed) {
      const snapshot = names.has(name) ? await this.#read(name) : undefined;
      if (snapshot !== undefined) {
        snapshots.set(name, snapshot);
        this.#lengths.set(name, snapshot.length);
      }
    }
    await this.#data.writeSandboxes(snapshots, kept);
  }

  /** The snapshot of a sandbox, unless there is no room for it. */
  async #read(sandbox: string): Promise<string | undefined> {
    const others = [...this.#lengths.values()].reduce((sum, length) => sum + length, 0);
    const call = { method: 'GET', path: '/state', query: noQuery, sandbox, body: '' };
    const snapshot = await readUpTo(maxLength - others, await this.#admin.send(call));
    if (snapshot === undefined) {
      this.#warn(
        `The sandbox ${sandbox} is not saved: the limit of all sandboxes is ${maxLength} characters. ` +
          'It is lost when the browser stops the worker.',
      );
    }
    return snapshot;
  }
}
