import { SimulatorError } from '../document/errors.js';
import { isSafe } from '../document/operations.js';
import {
  type Checkpoint,
  createCheckpoint,
  restoreCheckpoint,
  restoreStart,
  type StoredStart,
} from '../engine/checkpoint.js';
import { type ControlData, type ControlName, control } from '../engine/control.js';
import { type Answer, handle, type RequestCommand } from '../engine/handle.js';
import {
  createSandbox,
  type Sandbox,
  type SandboxLimits,
  type SandboxStart,
} from '../engine/sandbox.js';
import type { SandboxesSettings } from '../engine/sandboxes.js';
import { createUnavailableError, type StoreConnection } from './connection.js';
import {
  createLogKey,
  droppedTtl,
  type Entry,
  getTime,
  type RawEntry,
  readData,
  readEntry,
  type StoredCommand,
  type StoredControl,
  writeData,
} from './log.js';

/** How many characters, beside those of the checkpoint, a log grows by until the next checkpoint. */
const checkpointAfter = 131_072;

/** How many commands one script appends: those of a hot sandbox share a round trip. */
const maxBatch = 100;

/** What the shared sandboxes of a process have in common. */
export interface SharedContext {
  readonly start: SandboxStart;
  readonly settings: SandboxesSettings;
  readonly connection: StoreConnection;
  readonly fingerprint: string;
  /** How long an idle sandbox is kept, in milliseconds. */
  readonly ttl: number;
  createLimits(): SandboxLimits;
  /** Names the process and the next of its entries. */
  countEntry(): string;
  /** Called after commands of this process were applied. */
  onUsed(name: string, at: string, sandbox: Sandbox | undefined): Promise<void>;
}

/** Thrown when no simulator of this version wrote the log of a sandbox. */
export class UnreadableLog extends SimulatorError {
  constructor(sandbox: string, problem: string) {
    const text = `the sandbox ${sandbox} can't be read (${problem}); delete it`;
    super('simulator_store_unavailable', createUnavailableError(text).message);
  }
}

/** A command that waits for the store; without one, the sandbox catches up. */
interface QueuedCommand {
  readonly command: StoredCommand | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What a command resulted in. */
export type Result = { readonly value: unknown } | { readonly error: unknown };

/** A checkpoint with what only the log needs. */
export interface LogCheckpoint {
  /** The entry that it follows. */
  readonly id: string;
  readonly writers: readonly (readonly [writer: string, counter: number])[];
  readonly sandbox?: Checkpoint | undefined;
}

/** The data of a control, with the seeded pets that the log leaves out. */
function readControlData({ type, data }: StoredControl, { seeded }: SandboxStart) {
  if (type !== 'reset') {
    return data as ControlData<ControlName>;
  }
  const { start, test } = data as { start: StoredStart; test?: string };
  return { start: restoreStart(start, seeded), test };
}

/** The sandbox of a name in this process: a copy that follows the log. Equal logs give equal copies. */
export class SharedSandbox {
  /** Undefined if the sandbox doesn't exist. */
  sandbox: Sandbox | undefined;
  readonly #name: string;
  readonly #context: SharedContext;
  readonly #key: string;
  /** The last entry. */
  #position: Pick<Entry, 'id' | 'by'> = { id: '0-0', by: '' };
  /** The last counter of each writer. */
  #writers = new Map<string, number>();
  /** The commands that the next script takes to the store, all at once. */
  #queue: QueuedCommand[] = [];
  #isRunning = false;
  /** The characters of the entries after the last checkpoint, less those of the checkpoint. */
  #growth = 0;

  constructor(name: string, context: SharedContext) {
    this.#name = name;
    this.#context = context;
    this.#key = createLogKey(context.fingerprint, name);
  }

  /** The sandbox as it is, or as a new one would be. */
  peek(): Sandbox {
    const { start, createLimits } = this.#context;
    return this.sandbox ?? createSandbox(this.#name, start, createLimits());
  }

  /** Goes on from a checkpoint, or from nothing. */
  load({ writers, sandbox }: Omit<LogCheckpoint, 'id'>): void {
    const { start, createLimits } = this.#context;
    this.#growth = 0;
    this.#writers = new Map(writers);
    this.sandbox = sandbox && restoreCheckpoint(this.#name, sandbox, createLimits(), start.seeded);
  }

  createCheckpoint(): LogCheckpoint {
    const sandbox = this.sandbox && createCheckpoint(this.sandbox);
    return { id: this.#position.id, writers: [...this.#writers], sandbox };
  }

  /** Whether commands wait for the store. */
  get isBusy(): boolean {
    return this.#isRunning;
  }

  /**
   * Appends a command, and returns its result; without a command, it only catches up. Commands that arrive while
   * a script runs wait for the next one, so counters arrive in their order.
   */
  run(command: StoredCommand | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ command, resolve, reject });
      if (!this.#isRunning) {
        this.#isRunning = true;
        void this.#runQueue();
      }
    });
  }

  /** Deletes what the store has of the sandbox, and returns how many keys it had. */
  remove(): Promise<number> {
    return this.#context.connection.command((client) => client.del(this.#key));
  }

  /**
   * Applies the next entry. Returns its result, or nothing if it was applied before.
   *
   * @throws {SyntaxError} when no simulator wrote it
   */
  apply({ id, by, kind, text }: Entry): Result | undefined {
    this.#position = { id, by };
    const [writer = '', counter] = by.split(' ');
    if (kind === 'checkpoint' || Number(counter) <= (this.#writers.get(writer) ?? 0)) {
      return undefined;
    }
    this.#writers.set(writer, Number(counter));
    const command = readData<StoredCommand>(text);
    try {
      return { value: this.#handle(command, getTime(id)) };
    } catch (error) {
      return { error };
    }
  }

  /** Answers a request in a copy that nobody keeps. */
  answerAside(request: Omit<RequestCommand, 'time'>): Answer {
    const { createLimits, settings } = this.#context;
    const sandbox = this.peek();
    const copy = { ...sandbox, limits: createLimits(), journal: [], counts: { ...sandbox.counts } };
    return handle(copy, { ...request, time: Date.now() }, settings);
  }

  /** Answers a request without recording it, unless something might have to be counted. */
  #answerUnrecorded(command: StoredCommand): Answer {
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
    const { start, settings } = this.#context;
    const sandbox = this.peek();
    const result =
      command.type === 'request'
        ? handle(sandbox, { ...command, time }, settings)
        : control(sandbox, command.type, readControlData(command, start), time);
    // Not when it was refused.
    this.sandbox = sandbox;
    return result;
  }

  async #runQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, maxBatch);
      try {
        await this.#append(batch);
      } catch (error) {
        for (const { reject } of batch) {
          reject(error);
        }
      }
      this.#keepCheckpoint();
    }
    this.#isRunning = false;
  }

  /** Appends commands with one script, and settles each. */
  async #append(batch: readonly QueuedCommand[]): Promise<void> {
    const { connection, countEntry, onUsed, ttl } = this.#context;
    const added = batch.map((one) => ({ ...one, by: one.command && countEntry() }));
    const fields = added.flatMap(({ by, command }) => (by ? [by, writeData(command)] : []));
    const { id, by: knownBy } = this.#position;
    const [isFull, isWhole, entries] = (await connection.command((client) =>
      client.appendEntries(this.#key, id, knownBy, `${ttl}`, ...fields),
    )) as [isFull: number, isWhole: number, entries: RawEntry[]];
    const results = this.#catchUp(entries.map(readEntry), isWhole === 1);
    if (added.some(({ by = '' }) => results.has(by))) {
      await onUsed(this.#name, this.#position.id, this.sandbox);
    }
    if (this.sandbox === undefined && results.size > 0) {
      const { id } = this.#position;
      // Late entries of other processes find for a while that the sandbox is gone.
      connection
        .command((client) => client.expireDropped(this.#key, id, `${droppedTtl}`))
        .catch(() => {});
    }
    for (const { command, by = '', resolve, reject } of added) {
      try {
        resolve(command && this.#readResult(command, results.get(by), isFull === 1));
      } catch (error) {
        reject(error);
      }
    }
  }

  #readResult(command: StoredCommand, result: Result | undefined, isFull: boolean): unknown {
    if (result === undefined) {
      if (isFull) {
        return this.#answerUnrecorded(command);
      }
      throw createUnavailableError('the answer was lost');
    }
    if ('error' in result) {
      throw result.error;
    }
    return result.value;
  }

  /** Applies the entries that this process doesn't know, and returns their results by writer and counter. */
  #catchUp(entries: readonly Entry[], isWhole: boolean): Map<string, Result> {
    const results = new Map<string, Result>();
    let unknown = entries;
    try {
      if (isWhole) {
        const checkpoint = entries.findLast(({ kind }) => kind === 'checkpoint');
        const loaded = checkpoint && readData<LogCheckpoint>(checkpoint.text);
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
    } catch (error) {
      // The next command loads the whole log.
      this.#position = { id: '0-0', by: '' };
      throw new UnreadableLog(this.#name, (error as Error).message);
    }
    return results;
  }

  /** Shortens the log now and then. Whether it succeeds makes no difference: the next one will. */
  #keepCheckpoint(): void {
    if (this.#growth > checkpointAfter) {
      const { id, by } = this.#position;
      const text = writeData(this.createCheckpoint());
      this.#context.connection
        .command((client) => client.keepCheckpoint(this.#key, id, by, text))
        .catch(() => {});
    }
  }
}
