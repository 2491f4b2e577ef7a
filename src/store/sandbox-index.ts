import { defaultSandbox } from '../engine/admit.js';
import { type SandboxSummary, summarizeSandbox } from '../engine/control.js';
import { createSandbox, type Sandbox } from '../engine/sandbox.js';
import { type Changes, Revisions } from '../engine/sandboxes.js';
import { createIndexKey, createLogKey, droppedTtl, fingerprintsKey } from './log.js';
import type { SharedContext } from './shared-sandbox.js';

/** Maximum time until the store learns that a sandbox was used, in milliseconds. */
const noteDelay = 100;
/** How often the store is asked for the changes of others while somebody waits, in milliseconds. */
const pollInterval = 1_000;

/** What lists say about a sandbox, and the last use that it takes into account. */
interface Row {
  readonly usedAt: number;
  readonly summary: SandboxSummary;
}

/** The sandboxes of all processes: it knows the changes of this one at once, and asks the store for others. */
export class SandboxIndex {
  readonly #context: SharedContext;
  readonly #key: string;
  readonly #revisions = new Revisions();
  readonly #rows = new Map<string, Row>();
  /** The sandboxes that were used or dropped, and the store wasn't told so yet. */
  readonly #unnoted = new Set<string>();
  #noteTimer: NodeJS.Timeout | undefined;
  #refreshedAt = 0;

  constructor(context: SharedContext) {
    this.#context = context;
    this.#key = createIndexKey(context.fingerprint);
  }

  /** Notes that this process used a sandbox, or dropped it. */
  note(name: string, sandbox: Sandbox | undefined): void {
    const row = sandbox && { usedAt: Date.now(), summary: summarizeSandbox(sandbox) };
    this.#set(name, row);
    this.#unnoted.add(name);
    this.#noteTimer ??= setTimeout(() => void this.tellStore(), noteDelay).unref();
  }

  /** Tells the store what it wasn't told yet. What can't be told now is noted at the next use. */
  async tellStore(): Promise<void> {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    const { connection, fingerprint } = this.#context;
    const { command } = connection;
    const notes: Promise<unknown>[] = [...this.#unnoted].map((name) => {
      const row = this.#rows.get(name);
      return command((client) =>
        row === undefined
          ? client.hdel(this.#key, name)
          : client.hset(this.#key, name, JSON.stringify(row)),
      );
    });
    if (notes.length > 0) {
      notes.push(command((client) => client.zadd(fingerprintsKey, Date.now(), fingerprint)));
    }
    this.#unnoted.clear();
    await Promise.allSettled(notes);
  }

  /** Asks the store which sandboxes there are. */
  async refresh(): Promise<void> {
    this.#refreshedAt = Date.now();
    await this.tellStore();
    const { connection, fingerprint, ttl } = this.#context;
    const { command } = connection;
    const listed = new Map(Object.entries(await command((client) => client.hgetall(this.#key))));
    const checks = [...listed.keys()].map(async (name) => {
      const left = await command((client) => client.pttl(createLogKey(fingerprint, name)));
      // It expired, or was dropped before another process noted that it was used.
      if (left <= (ttl > droppedTtl ? droppedTtl : 0)) {
        listed.delete(name);
        await command((client) => client.hdel(this.#key, name));
      }
    });
    await Promise.all(checks);
    for (const name of new Set([...listed.keys(), ...this.#rows.keys()])) {
      const text = listed.get(name);
      const row = text === undefined ? undefined : (JSON.parse(text) as Row);
      // This process knows better what it did just now.
      if (!this.#unnoted.has(name) && row?.usedAt !== this.#rows.get(name)?.usedAt) {
        this.#set(name, row);
      }
    }
  }

  /** Lists the sandboxes that are known: the default one, whether it was used or not, then by their last use. */
  list(): SandboxSummary[] {
    const { start, createLimits } = this.#context;
    const unused = summarizeSandbox(createSandbox(defaultSandbox, start, createLimits()));
    const rows = [...this.#rows.values()].sort((one, other) => one.usedAt - other.usedAt);
    const others = rows.map(({ summary }) => summary).filter(({ name }) => name !== defaultSandbox);
    return [this.#rows.get(defaultSandbox)?.summary ?? unused, ...others];
  }

  changesAfter(revision: number): Changes {
    this.#poll();
    return this.#revisions.list(this.list(), revision);
  }

  waitForChange(revision: number, signal: AbortSignal): Promise<void> {
    const timer = setInterval(() => this.#poll(), pollInterval).unref();
    return this.#revisions.wait(revision, signal).finally(() => clearInterval(timer));
  }

  #set(name: string, row: Row | undefined): void {
    this.#rows.delete(name);
    if (row !== undefined) {
      this.#rows.set(name, row);
    }
    this.#revisions.bump(name, row === undefined);
  }

  #poll(): void {
    if (Date.now() >= this.#refreshedAt + pollInterval) {
      void this.refresh().catch(() => {});
    }
  }
}
