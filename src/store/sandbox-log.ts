import type { Client, StoreConnection } from './connection.js';
import { createBrokenError, createUnavailableError } from './errors.js';
import { createChannel, createSandboxKeys } from './scripts.js';

/** An entry of the log: its identifier and its text. */
export interface LogItem {
  readonly id: string;
  readonly text: string;
}

/** What is added to a log at once. */
export interface Addition {
  readonly items: readonly LogItem[];
  /** What lists show of the sandbox after it. */
  readonly info: string;
  /** The number of its first exchange, or 0. */
  readonly firstNumber: number;
}

interface TimedAddition extends Addition {
  /** When the sandbox expires from now on, in milliseconds; 0 to leave it. */
  readonly ttl: number;
}

/** A sandbox as the store has it. */
export interface StoredLog {
  /** The version of the entry that the checkpoint follows. */
  readonly version: number;
  readonly checkpoint: string;
  /** Those before the checkpoint are there for the journal alone. */
  readonly items: readonly LogItem[];
}

/** How often a sandbox is read that others change meanwhile. */
const maxLoads = 5;

/** How many entries are read at once. */
const pageSize = 256;

export const readVersion = (id: string) => Number(id.slice(0, id.indexOf('-')));

type RawItem = readonly [id: string, fields: readonly [name: string, text: string]];

function toItems(raw: unknown): LogItem[] {
  return (raw as readonly RawItem[]).map(([id, [, text]]) => ({ id, text }));
}

/** Whether a version and all after it are there, without a gap. */
function isComplete(items: readonly LogItem[], first: number): boolean {
  const start = readVersion(items[0]?.id ?? '');
  return start <= first && items.every(({ id }, place) => readVersion(id) === start + place);
}

/** The log of one sandbox in the store. */
export class SandboxLog {
  readonly name: string;
  readonly #connection: StoreConnection;
  readonly #keys: readonly string[];
  readonly #channel: string;

  constructor(connection: StoreConnection, database: number, name: string) {
    this.name = name;
    this.#connection = connection;
    this.#keys = createSandboxKeys(name);
    this.#channel = createChannel(database, name);
  }

  /**
   * Appends entries if the head is still the expected one. Otherwise returns the entries that follow it, or
   * nothing when the sandbox must be loaded again.
   *
   * @throws {SimulatorError} when the store can't be used
   */
  async append(
    head: string,
    addition: TimedAddition,
    deadline: number,
  ): Promise<'added' | readonly LogItem[] | undefined> {
    const { items } = addition;
    let isLost = false;
    const onLost = () => {
      isLost = true;
    };
    const args = this.#createArguments(head, addition);
    const call = { deadline, onLost };
    const result = await this.#connection.script('appendEntries', args, call);
    if (result === 1) {
      return 'added';
    }
    if (result === 0) {
      this.#refuseIfLost(isLost);
      return undefined;
    }
    const missed = toItems(result);
    // Its answer was lost, and the same was sent again.
    return missed[0]?.id === items[0]?.id ? 'added' : missed;
  }

  /** Creates the sandbox with its first entries, unless it exists. Returns whether it did. */
  async create(checkpoint: string, addition: TimedAddition, deadline: number): Promise<boolean> {
    const args = this.#createArguments(checkpoint, addition);
    const result = await this.#runOnce('createSandbox', args, deadline);
    if (result !== undefined) {
      return result === 1;
    }
    const [{ id } = { id: '' }] = addition.items;
    this.#refuseIfLost((await this.readMissed(id, deadline)) === undefined);
    return true;
  }

  /** Reads all of the sandbox; nothing when there is none. */
  async load(deadline: number): Promise<StoredLog | undefined> {
    for (let attempt = 0; attempt < maxLoads; attempt += 1) {
      const raw = await this.#script('loadSandbox', [], deadline);
      if (raw === 0) {
        return undefined;
      }
      const [text, checkpoint, head] = raw as readonly [string, string | null, string];
      const version = Number(text);
      const items = (await this.#readAll(deadline)) ?? [];
      // Meanwhile the beginning may have been dropped, or the whole sandbox.
      const isSame = items.some(({ id }) => id === head);
      if (checkpoint !== null && isSame && isComplete(items, version + 1)) {
        return { version, checkpoint, items };
      }
    }
    throw createBrokenError(this.name);
  }

  /** Reads the entries after a head; nothing when the sandbox must be loaded again. */
  async readMissed(head: string, deadline: number): Promise<readonly LogItem[] | undefined> {
    const raw = await this.#script('readMissed', [head, `${pageSize}`], deadline);
    return raw === 0 ? undefined : toItems(raw);
  }

  /**
   * Keeps the checkpoint that follows an entry, unless there is a later one.
   *
   * @param first the version of the first entry to keep
   */
  async keepCheckpoint(id: string, text: string, first: number, deadline: number): Promise<void> {
    const args = [id, `${readVersion(id)}`, text, `${first}-0`];
    await this.#script('keepCheckpoint', args, deadline);
  }

  async expire(ttl: number, deadline: number): Promise<void> {
    const expireAll = (client: Client) =>
      Promise.all(this.#keys.map((key) => client.pexpire(key, ttl)));
    await this.#connection.command(expireAll, { deadline });
  }

  /** Returns whether there was a sandbox. */
  async drop(deadline: number): Promise<boolean> {
    const args = [...this.#keys, this.#channel];
    const existed = await this.#runOnce('dropSandbox', args, deadline);
    this.#refuseIfLost(existed === undefined);
    return existed === 1;
  }

  async #readAll(deadline: number): Promise<readonly LogItem[] | undefined> {
    const items = toItems(await this.#script('readFirst', [`${pageSize}`], deadline));
    let page: readonly LogItem[] | undefined = items;
    while (page !== undefined && page.length >= pageSize) {
      page = await this.readMissed(items.at(-1)?.id ?? '', deadline);
      items.push(...(page ?? []));
    }
    return page && items;
  }

  /** @param first the argument in which the scripts that add entries differ */
  #createArguments(first: string, { items, info, firstNumber, ttl }: TimedAddition): string[] {
    const message = `${items.at(-1)?.id} ${firstNumber}`;
    const entries = items.flatMap(({ id, text }) => [id, text]);
    return [...this.#keys, first, info, `${ttl}`, this.#channel, message, ...entries];
  }

  /** What was sent may have been done, so that nobody can tell what the answer was. */
  #refuseIfLost(isLost: boolean): void {
    if (isLost) {
      throw createUnavailableError('its answer was lost');
    }
  }

  /**
   * Runs a script that must not run twice: meanwhile others may have dropped what it created, or created
   * what it dropped. Returns nothing when its answer was lost.
   */
  async #runOnce(
    name: 'createSandbox' | 'dropSandbox',
    args: readonly string[],
    deadline: number,
  ): Promise<unknown> {
    let isLost = false;
    const onLost = () => {
      isLost = true;
      this.#refuseIfLost(true);
    };
    try {
      return await this.#connection.script(name, [...args], { deadline, onLost });
    } catch (error) {
      if (isLost) {
        return undefined;
      }
      throw error;
    }
  }

  #script(
    name: 'loadSandbox' | 'readFirst' | 'readMissed' | 'keepCheckpoint',
    args: readonly string[],
    deadline: number,
  ): Promise<unknown> {
    return this.#connection.script(name, [...this.#keys, ...args], { deadline });
  }
}
