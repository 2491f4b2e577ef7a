import { defaultSandbox } from '../engine/admit.js';
import { type SandboxSummary, summarizeSandbox } from '../engine/control.js';
import { createSandbox, type Sandbox } from '../engine/sandbox.js';
import { Revisions } from '../engine/sandboxes.js';
import { createIndexKey, droppedTtl, fingerprintsKey } from './log.js';
import type { SharedContext } from './shared-sandbox.js';

/** Maximum time until the store learns that a known sandbox was used, in milliseconds. */
const noteDelay = 100;
/** How often the store is asked for the changes of others while somebody waits, in milliseconds. */
const pollInterval = 1_000;

/** The sandboxes of all processes: it knows the changes of this one at once, and asks the store for others. */
export class SandboxIndex extends Revisions {
  readonly #key: string;
  /** By names: the last entry of the log, and the summary as JSON, which is empty when the sandbox was dropped. */
  readonly #rows = new Map<string, string>();
  /** What the store doesn't have yet. */
  readonly #unnoted = new Map<string, string>();
  #noteTimer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(readonly context: SharedContext) {
    super();
    this.#key = createIndexKey(context.fingerprint);
  }

  /**
   * Notes that this process used a sandbox, or dropped it, with the last entry of its log. Resolves when others can
   * list a new one. What the store can't take now, it gets at the next use.
   */
  async note(name: string, at: string, sandbox: Sandbox | undefined): Promise<void> {
    const isKnown = sandbox !== undefined && this.#rows.has(name);
    const row = `${at} ${sandbox === undefined ? '' : JSON.stringify(summarizeSandbox(sandbox))}`;
    this.#unnoted.set(name, row);
    this.#set(name, sandbox && row);
    this.#noteTimer ??= setTimeout(() => this.sync().catch(() => {}), noteDelay).unref();
    if (!isKnown) {
      await this.#send('').catch(() => {});
    }
  }

  /** Sends the store what it doesn't have yet, and asks for the rows of all processes. */
  sync(): Promise<void> {
    // One after the other, as an older answer must not replace a newer one.
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        this.#running = this.#sync();
        return this.#running;
      });
    return this.#next;
  }

  async #sync(): Promise<void> {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    const rows = await this.#send('list');
    // Those that were dropped or expired, or that the store lost.
    const gone = [...this.#rows.keys()].filter(
      (name) => !rows.has(name) && !this.#unnoted.has(name),
    );
    for (const name of [...gone, ...rows.keys()]) {
      this.#set(name, rows.get(name));
    }
  }

  /** Sends the store what it doesn't have yet, and returns the rows that it lists. */
  async #send(list: 'list' | ''): Promise<ReadonlyMap<string, string>> {
    const { connection, fingerprint, ttl } = this.context;
    const notes = [...this.#unnoted];
    const parameters = [fingerprint, `${ttl}`, `${droppedTtl}`, list, ...notes.flat()];
    const listed = await connection.command((client) =>
      client.syncIndex(this.#key, fingerprintsKey, ...parameters),
    );
    for (const [name, row] of notes) {
      if (this.#unnoted.get(name) === row) {
        this.#unnoted.delete(name);
      }
    }
    return new Map(listed as readonly (readonly [name: string, row: string])[]);
  }

  /** Lists the sandboxes that are known: the default one, whether it was used or not, then by their last use. */
  listAll(): SandboxSummary[] {
    const { start, createLimits } = this.context;
    const unused = summarizeSandbox(createSandbox(defaultSandbox, start, createLimits()));
    // A row begins with the time.
    const rows = [...this.#rows.values()].sort();
    const all: SandboxSummary[] = rows.map((row) => JSON.parse(row.slice(row.indexOf(' '))));
    const others = all.filter(({ name }) => name !== defaultSandbox);
    return [all.find(({ name }) => name === defaultSandbox) ?? unused, ...others];
  }

  override wait(after: number, signal: AbortSignal, sandbox?: string): Promise<void> {
    const timer = setInterval(() => this.sync().catch(() => {}), pollInterval).unref();
    return super.wait(after, signal, sandbox).finally(() => clearInterval(timer));
  }

  #set(name: string, row: string | undefined): void {
    if (row === this.#rows.get(name)) {
      return;
    }
    if (row === undefined) {
      this.#rows.delete(name);
    } else {
      this.#rows.set(name, row);
    }
    this.bump(name, row === undefined);
  }
}
