import { parseWrittenJson } from '../base/json.js';
import { SimulatorError } from '../document/errors.js';
import { isSafe } from '../document/operations.js';
import type { AdmittedRequest } from '../engine/admit.js';
import {
  type Checkpoint,
  createCheckpoint,
  restoreCheckpoint,
  restoreStart,
  type StoredStart,
} from '../engine/checkpoint.js';
import { type ControlData, type ControlName, control } from '../engine/control.js';
import type { JournalEntry } from '../engine/exchange.js';
import { type Answer, handle } from '../engine/handle.js';
import {
  createSandbox,
  type Sandbox,
  type SandboxLimits,
  type SandboxStart,
} from '../engine/sandbox.js';
import type { SandboxesSettings } from '../engine/sandboxes.js';
import { createUnavailableError, type StoreConnection } from './connection.js';
import { createLogKey, droppedTtl, type Entry, type StoredCommand, writeData } from './log.js';

/** Characters, beside those of the checkpoint, that a log grows by until the next checkpoint. */
const checkpointAfter = 131_072;

export interface StoreOptions {
  readonly start: SandboxStart;
  readonly settings: SandboxesSettings;
  /** Time that an idle sandbox is kept, in milliseconds. */
  readonly ttl: number;
  /** Processes share sandboxes only if they have the same. */
  readonly version: string;
  readonly logger: { onError(error: string): void; onEvent(message: string): void };
}

export interface SharedContext extends StoreOptions {
  readonly connection: StoreConnection;
  readonly fingerprint: string;
  createLimits(): SandboxLimits;
  /** Names the process and the next of its entries. */
  countEntry(): string;
  /**
   * Called when entries were applied, up to the one with an identifier.
   *
   * @param isOwn true if this process wrote some of them
   */
  onApplied(name: string, id: string, sandbox: Sandbox | undefined, isOwn: boolean): Promise<void>;
}

/** Returns what a command resulted in, or throws it. */
type Result = () => unknown;

const fail =
  (error: unknown): Result =>
  () => {
    throw error;
  };

/** A command that waits for the store; without one, the sandbox catches up. */
interface QueuedCommand {
  readonly command: StoredCommand | undefined;
  settle(result: Result): void;
}

/** A checkpoint with what only the log needs. */
export interface LogCheckpoint {
  /** The entry that it follows. */
  readonly id: string;
  readonly writers: readonly (readonly [writer: string, counter: number])[];
  readonly sandbox?: Checkpoint | undefined;
}

/** The data of a control, with the seeded pets that the log leaves out. */
function readControlData(type: ControlName, data: unknown, { seeded }: SandboxStart) {
  if (type !== 'reset') {
    return data as ControlData<ControlName>;
  }
  const { start, test } = data as { start: StoredStart; test?: string };
  return { start: restoreStart(start, seeded), test };
}

/** Gives exchanges their durations again, which a checkpoint doesn't have. */
function copyDurations(from: readonly JournalEntry[], to: readonly JournalEntry[]): void {
  const known = new Map(from.map((entry) => [`${entry.number} ${entry.time}`, entry]));
  for (const entry of to) {
    entry.duration = known.get(`${entry.number} ${entry.time}`)?.duration;
  }
}

/** The sandbox of a name in this process: a copy that follows the log. Equal logs give equal copies. */
export class SharedSandbox {
  sandbox: Sandbox | undefined;
  readonly #key: string;
  #position: Pick<Entry, 'id' | 'by'> = { id: '0-0', by: '' };
  #writers = new Map<string, number>();
  /** The commands that the next script takes to the store, all at once. */
  #queue: QueuedCommand[] = [];
  isBusy = false;
  /** The time of the store when it was last asked, in milliseconds since 1970: that of its entries, too. */
  time = 0;
  /** The characters of the entries after the last checkpoint, less those of the checkpoint. */
  #growth = 0;

  constructor(
    readonly name: string,
    readonly context: SharedContext,
  ) {
    this.#key = createLogKey(context.fingerprint, name);
  }

  /** The sandbox as it is, or as a new one would be. */
  peek(): Sandbox {
    const { start, createLimits } = this.context;
    return this.sandbox ?? createSandbox(this.name, start, createLimits());
  }

  /** Goes on from a checkpoint, or from nothing. */
  load({ writers, sandbox }: Omit<LogCheckpoint, 'id'>): void {
    const { start, createLimits } = this.context;
    this.#growth = 0;
    this.#writers = new Map(writers);
    this.sandbox = sandbox && restoreCheckpoint(this.name, sandbox, createLimits(), start.seeded);
  }

  createCheckpoint(): LogCheckpoint {
    const sandbox = this.sandbox && createCheckpoint(this.sandbox);
    return { id: this.#position.id, writers: [...this.#writers], sandbox };
  }

  /**
   * Appends a command, and returns its result; without a command, it only catches up. Commands that arrive while
   * a script runs wait for the next one, so counters arrive in their order.
   */
  async run(command?: StoredCommand): Promise<unknown> {
    const result = await new Promise<Result>((settle) => {
      this.#queue.push({ command, settle });
      if (!this.isBusy) {
        this.isBusy = true;
        void this.#runQueue();
      }
    });
    return result();
  }

  /** Deletes what the store has of the sandbox, and returns how many keys it had. */
  remove(): Promise<number> {
    return this.context.connection.command((client) => client.del(this.#key));
  }

  /** Applies the next entry. Returns its result, or nothing if it was applied before. */
  apply({ id, by, kind, text }: Entry): Result | undefined {
    this.#position = { id, by };
    const [writer = '', counter] = by.split(' ');
    if (kind === 'checkpoint' || Number(counter) <= (this.#writers.get(writer) ?? 0)) {
      return undefined;
    }
    this.#writers.set(writer, Number(counter));
    try {
      const value = this.#handle(parseWrittenJson(text) as StoredCommand, Number(id.split('-')[0]));
      return () => value;
    } catch (error) {
      return fail(error);
    }
  }

  /** Answers a request in a copy that nobody keeps. */
  answerAside(request: AdmittedRequest): Answer {
    const { createLimits, settings } = this.context;
    const sandbox = this.peek();
    const copy = { ...sandbox, limits: createLimits(), journal: [] };
    return handle(copy, request, this.time, settings);
  }

  /** Answers a request that a full store did not record, unless something might have to be counted. */
  #answerUnrecorded(command: StoredCommand, isFull: boolean): Answer {
    if (!isFull) {
      throw createUnavailableError('the answer was lost');
    }
    const { rules, settings } = this.peek();
    const { from, to } = settings.delay;
    const isRead = command.type === 'request' && isSafe(command.request.method);
    if (!isRead || rules.length > 0 || from !== to) {
      throw new SimulatorError(
        'simulator_full',
        'The store that keeps the sandboxes (option store) has no memory left; nothing was changed. ' +
          'Delete sandboxes that are no longer used, or give the store more memory.',
      );
    }
    return this.answerAside(command);
  }

  #handle(command: StoredCommand, time: number): unknown {
    if (command.type === 'drop') {
      const existed = this.sandbox !== undefined;
      this.sandbox = undefined;
      return existed;
    }
    const { start, settings } = this.context;
    const sandbox = this.peek();
    const result =
      command.type === 'request'
        ? handle(sandbox, command, time, settings)
        : control(sandbox, command.type, readControlData(command.type, command.data, start), time);
    // Not when it was refused.
    this.sandbox = sandbox;
    return result;
  }

  async #runQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      // The commands of a hot sandbox share a round trip.
      const batch = this.#queue.splice(0);
      try {
        await this.#append(batch);
      } catch (error) {
        for (const { settle } of batch) {
          settle(fail(error));
        }
      }
      this.#keepCheckpoint();
    }
    this.isBusy = false;
  }

  async #append(batch: readonly QueuedCommand[]): Promise<void> {
    const { connection, countEntry, onApplied, ttl } = this.context;
    const added = batch.map((one) => ({ ...one, by: one.command && countEntry() }));
    const fields = added.flatMap(({ by, command }) => (by ? [by, writeData(command)] : []));
    const last = batch.findLast(({ command }) => command)?.command;
    // Late entries of other processes find for a while that the sandbox is gone.
    const time = last?.type === 'drop' ? droppedTtl : ttl;
    const { id, by: knownBy } = this.#position;
    const [isFull, isWhole, entries, now] = (await connection.command((client) =>
      client.appendEntries(this.#key, id, knownBy, `${time}`, ...fields),
    )) as [isFull: number, isWhole: number, entries: [id: string, fields: string[]][], now: number];
    this.time = now;
    const results = this.#catchUp(
      entries.map(([id, [, by = '', kind = '', text = '']]) => ({ id, by, kind, text })),
      isWhole === 1,
    );
    if (entries.length > 0) {
      const isOwn = added.some(({ by = '' }) => results.has(by));
      await onApplied(this.name, this.#position.id, this.sandbox, isOwn);
    }
    for (const { command, by = '', settle } of added) {
      const findResult = () => command && this.#answerUnrecorded(command, isFull === 1);
      settle(results.get(by) ?? findResult);
    }
  }

  /** Applies the entries that this process doesn't know, and returns their results by writer and counter. */
  #catchUp(entries: readonly Entry[], isWhole: boolean): Map<string, Result> {
    const results = new Map<string, Result>();
    const before = this.sandbox?.journal ?? [];
    let unknown = entries;
    if (isWhole) {
      const checkpoint = entries.findLast(({ kind }) => kind === 'checkpoint');
      const loaded = checkpoint && (parseWrittenJson(checkpoint.text) as unknown as LogCheckpoint);
      this.load(loaded ?? { writers: [] });
      unknown = entries.slice(1 + entries.findIndex(({ id }) => id === loaded?.id));
    }
    for (const entry of unknown) {
      const result = this.apply(entry);
      if (result !== undefined) {
        results.set(entry.by, result);
      }
      const { length } = entry.text;
      this.#growth = entry.kind === 'checkpoint' ? -length : this.#growth + length;
    }
    if (isWhole) {
      copyDurations(before, this.sandbox?.journal ?? []);
    }
    return results;
  }

  /** Shortens the log now and then. Whether it succeeds makes no difference: the next one will. */
  #keepCheckpoint(): void {
    if (this.#growth > checkpointAfter) {
      const { id, by } = this.#position;
      const text = writeData(this.createCheckpoint());
      this.context.connection
        .command((client) => client.keepCheckpoint(this.#key, id, by, text))
        .catch(() => {});
    }
  }
}
