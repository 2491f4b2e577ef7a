import { SimulatorError } from '../document/errors.js';
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
  type RawEntry,
  readData,
  readEntry,
  type StoredCommand,
  type StoredControl,
  writeData,
} from './log.js';

/** How many characters, beside those of the checkpoint, a log grows by until the next checkpoint. */
const checkpointAfter = 131_072;

/** What the shared sandboxes of a process have in common. */
export interface SharedContext {
  readonly start: SandboxStart;
  readonly settings: SandboxesSettings;
  readonly connection: StoreConnection;
  readonly fingerprint: string;
  /** How long an idle sandbox is kept, in milliseconds. */
  readonly ttl: number;
  createLimits(): SandboxLimits;
  redact(text: string): string;
  /** Names the process and the next of its entries. */
  countEntry(): string;
  /** Called after a command of this process was applied. */
  onUsed(name: string, sandbox: Sandbox | undefined): void;
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
  /** How many commands wait for the store. */
  waiting = 0;
  readonly #name: string;
  readonly #context: SharedContext;
  readonly #key: string;
  /** The last entry. */
  #position: Pick<Entry, 'id' | 'by'> = { id: '0-0', by: '' };
  /** The last counter of each writer. */
  #writers = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();
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

  /** Appends a command, and returns its result. One after the other: counters arrive in their order. */
  run(command: StoredCommand | undefined): Promise<unknown> {
    this.waiting += 1;
    const result = this.#last.then(() => this.#append(command));
    const settled = result.catch(() => {}).then(() => this.#keepCheckpoint());
    this.#last = settled.finally(() => {
      this.waiting -= 1;
    });
    return result;
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
      return { value: this.#handle(command, Number(id.split('-')[0])) };
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
    const isRead = command.type === 'request' && command.request.method !== 'POST';
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

  async #append(command: StoredCommand | undefined): Promise<unknown> {
    const { connection, redact, countEntry, onUsed } = this.#context;
    const by = command === undefined ? '' : countEntry();
    const text = command === undefined ? '' : writeData(command, redact);
    // Late entries of other processes find that the sandbox is gone.
    const ttl = command?.type === 'drop' ? droppedTtl : this.#context.ttl;
    const { id, by: knownBy } = this.#position;
    const [isFull, isWhole, entries] = (await connection.command((client) =>
      client.appendEntry(this.#key, id, knownBy, by, text, `${ttl}`),
    )) as [isFull: number, isWhole: number, entries: RawEntry[]];
    const result = this.#catchUp(entries.map(readEntry), isWhole === 1, by);
    if (command === undefined) {
      return undefined;
    }
    if (result === undefined) {
      if (isFull) {
        return this.#answerUnrecorded(command);
      }
      throw createUnavailableError('the answer was lost');
    }
    onUsed(this.#name, this.sandbox);
    if ('error' in result) {
      throw result.error;
    }
    return result.value;
  }

  /** Applies the entries that this process doesn't know, and returns the result of its own one. */
  #catchUp(entries: readonly Entry[], isWhole: boolean, by: string): Result | undefined {
    let own: Result | undefined;
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
        own ??= entry.by === by ? result : undefined;
        const { length } = entry.text;
        this.#growth = entry.kind === 'checkpoint' ? -length : this.#growth + length;
      }
    } catch (error) {
      // The next command loads the whole log.
      this.#position = { id: '0-0', by: '' };
      const problem = `the sandbox ${this.#name} can't be read (${(error as Error).message}); delete it`;
      throw createUnavailableError(problem);
    }
    return own;
  }

  /** Shortens the log now and then. Whether it succeeds makes no difference: the next one will. */
  async #keepCheckpoint(): Promise<void> {
    if (this.#growth > checkpointAfter) {
      const { id, by } = this.#position;
      const text = writeData(this.createCheckpoint());
      await this.#context.connection
        .command((client) => client.keepCheckpoint(this.#key, id, by, text))
        .catch(() => {});
    }
  }
}
