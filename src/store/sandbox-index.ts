import { realTime } from '../base/real-time.js';
import { defaultSandbox } from '../engine/admit.js';
import { type SandboxSummary, summarizeSandbox } from '../engine/control.js';
import { createSandbox, type Sandbox } from '../engine/sandbox.js';
import { Revisions } from '../engine/sandboxes.js';
import { createIndexKeys, droppedTtl, fingerprintsKey } from './log.js';
import type { SharedContext } from './shared-sandbox.js';

/** Maximum time until the store learns that a known sandbox was used, in milliseconds. */
const noteDelay = 100;
/** Interval of asking the store for the changes of others while somebody waits, in milliseconds. */
const pollInterval = 1_000;
/** Rows that one script reads: fewer than would keep the store from other work for a millisecond or two. */
const pageSize = 1_000;

/** A sandbox in the index, as the last entry of its log left it; without a summary, it was dropped. */
interface Row {
  /** The time of that entry, in milliseconds since 1970. */
  readonly time: number;
  /** The number of that entry within its millisecond. */
  readonly count: number;
  readonly summary: SandboxSummary | undefined;
}

/** @param at the last entry of the log */
function createRow(at: string, summary: SandboxSummary | undefined): Row {
  const [time = 0, count = 0] = at.split('-').map(Number);
  return { time, count, summary };
}

function readRow(text: string): Row {
  const [at = '', json = ''] = text.split(/ (.*)/s);
  return createRow(at, json === '' ? undefined : JSON.parse(json));
}

const writeRow = ({ time, count, summary }: Row) =>
  `${time}-${count} ${summary === undefined ? '' : JSON.stringify(summary)}`;

const compareAge = (one: Row, other: Row) => one.time - other.time || one.count - other.count;

/** Makes runs follow one another; all who ask while one is under way share the next. */
function runInTurn(run: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        running = run();
        return running;
      });
    return next;
  };
}

/** The sandboxes of all processes: it knows the changes of this one at once, and asks the store for others. */
export class SandboxIndex extends Revisions {
  readonly #keys: readonly [rows: string, changes: string];
  readonly #rows = new Map<string, Row>();
  readonly #unnoted = new Map<string, Row>();
  /** The row that was read last, and when it changed. */
  #cursor = { name: '', changed: '0' };
  #noteTimer: NodeJS.Timeout | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #waiting = 0;
  readonly #write = runInTurn(() => this.#writeRows());
  /** Sends the store what it doesn't have yet, and asks for the rows that changed. */
  readonly sync = runInTurn(() => this.#write().then(() => this.#readRows()));

  constructor(readonly context: SharedContext) {
    super();
    this.#keys = createIndexKeys(context.fingerprint);
  }

  /**
   * Notes a sandbox as this process knows it, or that it was dropped, with the last entry of its log. Resolves when
   * others can list a new one. What the store can't take now, it gets at the next use.
   *
   * @param isOwn false where only other processes used it, which note it themselves
   */
  async note(
    name: string,
    at: string,
    sandbox: Sandbox | undefined,
    isOwn: boolean,
  ): Promise<void> {
    const row = createRow(at, sandbox && summarizeSandbox(sandbox));
    const isKnown = row.summary !== undefined && this.#rows.get(name)?.summary !== undefined;
    this.#keep(name, row);
    if (!isOwn) {
      return;
    }
    this.#unnoted.set(name, row);
    this.#noteTimer ??= realTime.setTimeout(() => this.#write().catch(() => {}), noteDelay).unref();
    if (!isKnown) {
      await this.#write().catch(() => {});
    }
  }

  async #writeRows(): Promise<void> {
    realTime.clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    const notes = [...this.#unnoted];
    if (notes.length === 0) {
      return;
    }
    const { connection, fingerprint, ttl } = this.context;
    // A dropped sandbox stays as long as any, so that all who know it learn that it is gone.
    const parameters = [fingerprint, `${Math.max(ttl, droppedTtl)}`];
    for (const [name, row] of notes) {
      parameters.push(name, writeRow(row));
    }
    await connection.command((client) =>
      client.writeRows(...this.#keys, fingerprintsKey, ...parameters),
    );
    for (const [name, row] of notes) {
      if (this.#unnoted.get(name) === row) {
        this.#unnoted.delete(name);
      }
    }
  }

  /** Asks the store for the rows that changed since the last time: in pieces, which may be all of them. */
  async #readRows(): Promise<void> {
    const { connection, ttl } = this.context;
    let whole: Set<string> | undefined;
    for (;;) {
      const { name, changed } = this.#cursor;
      const [isWhole, time, rows] = (await connection.command((client) =>
        client.readRows(...this.#keys, name, changed, `${pageSize}`),
      )) as [isWhole: number, time: number, rows: [name: string, row: string, changed: string][]];
      whole = isWhole === 1 ? new Set() : whole;
      for (const [name, text, changed] of rows) {
        this.#cursor = { name, changed };
        whole?.add(name);
        this.#keep(name, readRow(text));
      }
      if (rows.length < pageSize) {
        this.#forget(time - ttl, whole);
        return;
      }
    }
  }

  /** Forgets the sandboxes that were idle since a time, and those that the store lost. */
  #forget(idleSince: number, stored: ReadonlySet<string> | undefined): void {
    for (const [name, { time }] of this.#rows) {
      const isLost = stored !== undefined && !stored.has(name);
      if (time < idleSince || isLost) {
        this.#rows.delete(name);
        this.bump(name);
      }
    }
  }

  /** Lists the sandboxes that are known: the default one, whether it was used or not, then by their last use. */
  listAll(): SandboxSummary[] {
    const { start, createLimits } = this.context;
    const unused = summarizeSandbox(createSandbox(defaultSandbox, start, createLimits()));
    const rows = [...this.#rows.values()].sort(compareAge);
    const all = rows.flatMap(({ summary }) => summary ?? []);
    const others = all.filter(({ name }) => name !== defaultSandbox);
    return [all.find(({ name }) => name === defaultSandbox) ?? unused, ...others];
  }

  override async wait(signal: AbortSignal, sandbox?: string): Promise<void> {
    this.#waiting += 1;
    this.#pollTimer ??= realTime
      .setInterval(() => this.sync().catch(() => {}), pollInterval)
      .unref();
    await super.wait(signal, sandbox);
    this.#waiting -= 1;
    if (this.#waiting === 0) {
      realTime.clearInterval(this.#pollTimer);
      this.#pollTimer = undefined;
    }
  }

  /** Keeps the newest row of a sandbox, whoever wrote it. */
  #keep(name: string, row: Row): void {
    const known = this.#rows.get(name);
    if (known === undefined || compareAge(row, known) > 0) {
      this.#rows.set(name, row);
      this.bump(name);
    }
  }
}
