import type { SandboxSummary } from '../engine/control.js';
import { type Changes, Revisions } from '../engine/sandboxes.js';
import type { StoreConnection } from './connection.js';
import { fingerprintsKey, type StoreKeys } from './scripts.js';

/** Maximum time until the store learns that a sandbox was used, in milliseconds. */
const noteDelay = 100;
/** How often the store is asked for the changes of others while somebody waits, in milliseconds. */
const pollInterval = 1_000;

/** What lists say about a sandbox. */
interface Row {
  readonly summary: SandboxSummary;
  /** As the store has it: the last entry that it takes into account, and the summary; none after a drop. */
  readonly info: string;
}

const formatInfo = (id: string, summary: SandboxSummary | undefined) =>
  `${id} ${summary === undefined ? '' : JSON.stringify(summary)}`;

const readInfo = (info: string) => JSON.parse(info.slice(info.indexOf(' '))) as SandboxSummary;

/** The sandboxes of all processes: it knows the changes of this one at once, and asks the store for others. */
export class SandboxIndex {
  readonly #connection: StoreConnection;
  readonly #keys: StoreKeys['index'];
  readonly #fingerprint: string;
  readonly #ttl: number;
  readonly #revisions = new Revisions();
  /** By name, the longest idle first. */
  #rows = new Map<string, Row>();
  /** What the store wasn't told yet. */
  #unnoted = new Map<string, string>();
  #noteTimer: NodeJS.Timeout | undefined;
  #waiting = 0;
  #pollTimer: NodeJS.Timeout | undefined;

  constructor(
    connection: StoreConnection,
    keys: StoreKeys['index'],
    { fingerprint, ttl }: { readonly fingerprint: string; readonly ttl: number },
  ) {
    this.#connection = connection;
    this.#keys = keys;
    this.#fingerprint = fingerprint;
    this.#ttl = ttl;
  }

  /** Notes that this process used a sandbox, or dropped it. */
  note(name: string, id: string, summary: SandboxSummary | undefined): void {
    const info = formatInfo(id, summary);
    const isKnown = this.#rows.delete(name);
    if (summary !== undefined) {
      this.#rows.set(name, { summary, info });
    }
    this.#revisions.bump(name, summary === undefined);
    this.#unnoted.set(name, info);
    const delay = isKnown && summary !== undefined ? noteDelay : 0;
    this.#noteTimer ??= setTimeout(() => void this.tellStore(), delay).unref();
  }

  /** Tells the store what it wasn't told yet. What can't be told now is noted at the next use. */
  async tellStore(): Promise<void> {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    const unnoted = this.#unnoted;
    if (unnoted.size === 0) {
      return;
    }
    this.#unnoted = new Map();
    const args = [`${this.#ttl}`, ...[...unnoted].flat()];
    await Promise.allSettled([
      this.#connection.script('noteSandboxes', ...this.#keys, ...args),
      this.#connection.command((client) =>
        client.zadd(fingerprintsKey, Date.now(), this.#fingerprint),
      ),
    ]);
  }

  /** Removes a sandbox from the lists, also when the store has no memory for a note. */
  async forget(name: string): Promise<void> {
    this.#unnoted.delete(name);
    this.#rows.delete(name);
    this.#revisions.bump(name, true);
    const [used, info] = this.#keys;
    await this.#connection.command((client) => client.zrem(used, name));
    await this.#connection.command((client) => client.hdel(info, name));
  }

  /** Asks the store which sandboxes there are. */
  async refresh(): Promise<void> {
    await this.tellStore();
    const listed = (await this.#connection.script('listSandboxes', ...this.#keys)) as string[];
    const before = this.#rows;
    this.#rows = new Map();
    for (let place = 0; place < listed.length; place += 2) {
      const [name = '', info = ''] = listed.slice(place, place + 2);
      const known = before.get(name);
      if (this.#unnoted.has(name) || known?.info === info) {
        // Meanwhile this process may have used it, or dropped it.
        this.#rows = known === undefined ? this.#rows : this.#rows.set(name, known);
      } else if (!info.endsWith(' ')) {
        this.#rows.set(name, { summary: readInfo(info), info });
        this.#revisions.bump(name);
      }
    }
    for (const [name, row] of before) {
      if (this.#rows.has(name)) {
        continue;
      }
      if (this.#unnoted.has(name)) {
        this.#rows.set(name, row);
      } else {
        this.#revisions.bump(name, true);
      }
    }
  }

  /** Lists the sandboxes that are known, the longest idle first. */
  listKnown(): SandboxSummary[] {
    return [...this.#rows.values()].map(({ summary }) => summary);
  }

  changesAfter(revision: number): Changes {
    this.#pollSoon();
    return {
      revision: this.#revisions.latest,
      sandboxes: this.listKnown().filter(({ name }) => this.#revisions.hasChanged(name, revision)),
      names: [...this.#rows.keys()],
    };
  }

  async waitForChange(revision: number, signal: AbortSignal): Promise<void> {
    this.#waiting += 1;
    this.#pollSoon();
    try {
      await this.#revisions.wait(revision, signal);
    } finally {
      this.#waiting -= 1;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#pollTimer);
    await this.tellStore();
  }

  /** Asks the store within a second, and again while somebody waits. */
  #pollSoon(): void {
    this.#pollTimer ??= setTimeout(async () => {
      await this.refresh().catch(() => {});
      this.#pollTimer = undefined;
      if (this.#waiting > 0) {
        this.#pollSoon();
      }
    }, pollInterval).unref();
  }
}
