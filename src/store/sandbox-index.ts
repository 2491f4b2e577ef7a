import { defaultSandbox } from '../engine/admit.js';
import { type SandboxSummary, summarizeSandbox } from '../engine/control.js';
import { createSandbox, type Sandbox } from '../engine/sandbox.js';
import { Revisions } from '../engine/sandboxes.js';
import { createIndexKeys, droppedTtl, fingerprintsKey, getTime } from './log.js';
import type { SharedContext } from './shared-sandbox.js';

/** Maximum time until the store learns that a known sandbox was used, in milliseconds. */
const noteDelay = 100;
/** How often the store is asked for the changes of others while somebody waits, in milliseconds. */
const pollInterval = 1_000;

/** What lists say about a sandbox. */
interface Row {
  /** The last entry of its log that the row takes into account. */
  readonly at: string;
  /** When that was, by the store, in milliseconds since 1970. */
  readonly time: number;
  /** Undefined when the sandbox was dropped. */
  readonly summary: SandboxSummary | undefined;
}

/** The sandboxes of all processes: it knows the changes of this one at once, and asks the store for others. */
export class SandboxIndex extends Revisions {
  readonly #context: SharedContext;
  readonly #keys: readonly [rows: string, used: string, dropped: string];
  readonly #rows = new Map<string, Row>();
  /** What the store wasn't told yet. */
  readonly #unnoted = new Map<string, Row>();
  #noteTimer: NodeJS.Timeout | undefined;
  /** The time of the store at the last synchronization. */
  #storeTime = 0;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(context: SharedContext) {
    super();
    this.#context = context;
    this.#keys = createIndexKeys(context.fingerprint);
  }

  /**
   * Notes that this process used a sandbox, or dropped it. Resolves when others can list a new one; what can't be
   * told now is told at the next use.
   *
   * @param at the last entry of its log
   */
  async note(name: string, at: string, sandbox: Sandbox | undefined): Promise<void> {
    const isKnown = sandbox !== undefined && this.#rows.has(name);
    this.#unnoted.set(name, this.#set(name, at, sandbox && summarizeSandbox(sandbox)));
    const sync = () => this.sync().catch(() => {});
    if (!isKnown) {
      return sync();
    }
    this.#noteTimer ??= setTimeout(sync, noteDelay).unref();
  }

  /** Tells the store what it wasn't told yet, and asks it what others changed. */
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
    const { connection, fingerprint, ttl } = this.#context;
    const notes = [...this.#unnoted];
    this.#unnoted.clear();
    const fields = notes.flatMap(([name, { at, summary }]) => [
      name,
      at,
      summary === undefined ? '' : JSON.stringify(summary),
    ]);
    const times = [ttl, droppedTtl, this.#storeTime].map(String);
    try {
      const [now, count, ...listed] = (await connection.command((client) =>
        client.syncIndex(...this.#keys, fingerprintsKey, fingerprint, ...times, ...fields),
      )) as [now: number, count: number, ...listed: string[]];
      this.#storeTime = now;
      this.#forget(count === 0 ? now : now - ttl);
      for (let index = 0; index < listed.length; index += 2) {
        this.#read(listed[index] as string, listed[index + 1] as string);
      }
    } catch (error) {
      for (const [name, row] of notes) {
        this.#unnoted.set(name, this.#unnoted.get(name) ?? row);
      }
      throw error;
    }
  }

  /** Forgets the sandboxes that expired, or that the store lost. */
  #forget(before: number): void {
    for (const [name, { at, time }] of this.#rows) {
      if (time < before) {
        this.#set(name, at, undefined);
      }
    }
  }

  /** @param text identifier of an entry and summary, as the store has them */
  #read(name: string, text: string): void {
    const [at = ''] = text.split(' ', 1);
    if (at !== this.#rows.get(name)?.at) {
      const json = text.slice(at.length + 1);
      this.#set(name, at, json === '' ? undefined : JSON.parse(json));
    }
  }

  /** Lists the sandboxes that are known: the default one, whether it was used or not, then by their last use. */
  listAll(): SandboxSummary[] {
    const { start, createLimits } = this.#context;
    const unused = summarizeSandbox(createSandbox(defaultSandbox, start, createLimits()));
    const rows = [...this.#rows.values()].sort((one, other) => one.time - other.time);
    const all = rows.flatMap(({ summary }) => summary ?? []);
    const others = all.filter(({ name }) => name !== defaultSandbox);
    return [this.#rows.get(defaultSandbox)?.summary ?? unused, ...others];
  }

  override wait(after: number, signal: AbortSignal, sandbox?: string): Promise<void> {
    const timer = setInterval(() => this.sync().catch(() => {}), pollInterval).unref();
    return super.wait(after, signal, sandbox).finally(() => clearInterval(timer));
  }

  #set(name: string, at: string, summary: SandboxSummary | undefined): Row {
    const row = { at, time: getTime(at), summary };
    if (summary === undefined) {
      this.#rows.delete(name);
    } else {
      this.#rows.set(name, row);
    }
    this.bump(name, summary === undefined);
    return row;
  }
}
