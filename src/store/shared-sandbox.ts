import type { Sandbox } from '../engine/sandbox.js';
import type { StoreConnection } from './connection.js';
import {
  beginning,
  type Entry,
  type RawEntry,
  readData,
  readEntry,
  type StoredCommand,
  writeData,
} from './entry.js';
import { BrokenSandboxError, createUnavailableError } from './errors.js';
import { type LogCheckpoint, type LogContext, LogState, type Result } from './log-state.js';
import { droppedTtl, type StoreKeys } from './scripts.js';

/** How many characters of JSON, beside those of the checkpoint, a log grows by until the next checkpoint. */
const checkpointAfter = 131_072;
/** How many commands are appended together, and about how many characters. */
const maxBatch = { commands: 100, characters: 1_048_576 };

/** What the shared sandboxes of a process have in common. */
export interface SharedContext extends LogContext {
  readonly connection: StoreConnection;
  readonly keys: StoreKeys;
  /** Tells the entries of this process from those of others. */
  readonly writer: string;
  createCounter(): number;
  readonly redact: (text: string) => string;
  /** How long an idle sandbox is kept, in milliseconds. */
  readonly ttl: number;
  /** Loads the seeded pets of a name, which `findSeeded` must find. */
  loadSeeded(seededKey: string): Promise<void>;
  /** Called after a sandbox has applied missed entries; used means that a command of this process was applied. */
  onCaughtUp(shared: SharedSandbox, isUsed: boolean): void;
}

/** A command or a reading that waits for the store. */
interface Work {
  /** Undefined for a reading. */
  readonly command: StoredCommand | undefined;
  /** The command as JSON. */
  readonly text: string;
  /** What a reading returns. */
  readonly read?: (sandbox: Sandbox) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What `appendEntry` returns; with a checkpoint, or an empty text in its place, when all must be loaded. */
type Missed = readonly [
  isFull: number,
  size: string,
  entries: readonly RawEntry[],
  checkpoint?: string,
];

/** The sandbox of a name in this process: a copy that follows the log, and what waits to be appended to it. */
export class SharedSandbox {
  readonly name: string;
  readonly state: LogState;
  readonly #context: SharedContext;
  readonly #keys: readonly [log: string, state: string];
  #queue: Work[] = [];
  #isRunning = false;
  #isShortening = false;
  /** The characters of the last checkpoint. */
  #checkpointSize = 0;

  constructor(name: string, context: SharedContext) {
    this.name = name;
    this.state = new LogState(name, context);
    this.#context = context;
    this.#keys = context.keys.sandbox(name);
  }

  /** Whether nothing waits. */
  get isIdle(): boolean {
    return !this.#isRunning;
  }

  /** Appends a command, and returns its result. */
  run(command: StoredCommand): Promise<unknown> {
    return this.#enqueue({ command, text: writeData(command, this.#context.redact) });
  }

  /** Reads the sandbox when all that happened to it is known. */
  read<Value>(read: (sandbox: Sandbox) => Value): Promise<Value> {
    return this.#enqueue({ command: undefined, text: '', read }) as Promise<Value>;
  }

  /** Deletes what the store has of the sandbox, and returns whether it had something. */
  async remove(): Promise<boolean> {
    const [log, state] = this.#keys;
    return (await this.#context.connection.command((client) => client.del(log, state))) > 0;
  }

  #enqueue(work: Pick<Work, 'command' | 'text' | 'read'>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...work, resolve, reject });
      if (!this.#isRunning) {
        this.#isRunning = true;
        void this.#runQueue();
      }
    });
  }

  /** One entry at a time: those of a writer must arrive in the order of their counters. */
  async #runQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#takeBatch();
      try {
        await this.#runBatch(batch);
      } catch (error) {
        for (const { reject } of batch) {
          reject(error);
        }
      }
    }
    this.#isRunning = false;
  }

  #takeBatch(): Work[] {
    let [count, characters] = [0, 0];
    for (const { text } of this.#queue) {
      characters += text.length;
      if (count > 0 && (count >= maxBatch.commands || characters > maxBatch.characters)) {
        break;
      }
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  async #runBatch(batch: readonly Work[]): Promise<void> {
    const { connection, ttl, writer, createCounter, onCaughtUp } = this.#context;
    const { position } = this.state;
    const texts = batch.flatMap(({ command, text }) => (command === undefined ? [] : [text]));
    const by = texts.length === 0 ? '' : `${writer} ${createCounter()}`;
    // Late entries of other processes find that the sandbox is gone.
    const isDrop = batch.findLast(({ command }) => command)?.command?.type === 'drop';
    const missed = (await connection.script(
      'appendEntry',
      ...[...this.#keys, position.id, position.by],
      ...[by, `[${texts.join()}]`, `${isDrop ? droppedTtl : ttl}`],
    )) as Missed;
    const results = await this.#catchUp(missed, by);
    const [isFull, size] = missed;
    this.#settle(batch, results, isFull === 1 && results === undefined);
    onCaughtUp(this, results !== undefined);
    if (by !== '' && Number(size) > checkpointAfter + this.#checkpointSize) {
      void this.#keepCheckpoint();
    }
  }

  /** Applies the entries that this process doesn't know, and returns the results of its own one. */
  async #catchUp([, size, raw, checkpoint]: Missed, by: string): Promise<Result[] | undefined> {
    const { loadSeeded } = this.#context;
    let entries: Entry[];
    let loaded: LogCheckpoint | undefined;
    try {
      entries = raw.map(readEntry);
      if (checkpoint) {
        loaded = readData(checkpoint) as LogCheckpoint;
        const { id } = loaded;
        const place = entries.findIndex((entry) => entry.id === id);
        if (place < 0) {
          throw new TypeError('The log has no entry that the checkpoint follows.');
        }
        entries.splice(0, place + 1);
      } else if (size === '' && entries.length > 0) {
        throw new TypeError('The log has no beginning.');
      }
      for (const key of listSeededKeys(loaded, entries)) {
        await loadSeeded(key).catch(({ message }: Error) => {
          throw createUnavailableError(`the seeded pets "${key}" can't be loaded: ${message}`);
        });
      }
      if (checkpoint !== undefined) {
        this.#checkpointSize = checkpoint.length;
        this.state.load(loaded);
      }
    } catch (error) {
      this.state.clear();
      throw error instanceof TypeError || error instanceof SyntaxError
        ? new BrokenSandboxError(this.name)
        : error;
    }
    let own: Result[] | undefined;
    for (const entry of entries) {
      const results = this.state.apply(entry);
      if (entry.by === by) {
        own ??= results;
      }
    }
    return own;
  }

  #settle(batch: readonly Work[], results: readonly Result[] = [], isFull: boolean): void {
    let place = 0;
    for (const { command, read, resolve, reject } of batch) {
      try {
        if (read !== undefined) {
          resolve(read(this.state.peek()));
        } else if (isFull && command !== undefined) {
          resolve(this.state.answerUnrecorded(command));
        } else {
          const result = results[place];
          place += 1;
          if (result === undefined) {
            throw createUnavailableError('the answer was lost');
          }
          if ('error' in result) {
            throw result.error;
          }
          resolve(result.value);
        }
      } catch (error) {
        reject(error);
      }
    }
  }

  /** Shortens the log. Whether it succeeds makes no difference: the next one will. */
  async #keepCheckpoint(): Promise<void> {
    const { id, by } = this.state.position;
    if (this.#isShortening || id === beginning.id) {
      return;
    }
    this.#isShortening = true;
    const text = writeData(this.state.createCheckpoint());
    this.#checkpointSize = text.length;
    const { connection } = this.#context;
    await connection.script('keepCheckpoint', ...this.#keys, id, by, text).catch(() => {});
    this.#isShortening = false;
  }
}

function listSeededKeys(checkpoint: LogCheckpoint | undefined, entries: readonly Entry[]) {
  const starts = [checkpoint?.sandbox?.start];
  for (const { commands } of entries) {
    for (const command of commands) {
      if (command.type === 'reset') {
        starts.push(command.data.start);
      }
    }
  }
  return starts.flatMap((start) => (start?.seededKey === undefined ? [] : [start.seededKey]));
}
