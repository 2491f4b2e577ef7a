import type { SandboxSummary } from '../engine/backend.js';
import type { Client, StoreConnection } from './connection.js';
import type { ExchangeRecorder } from './exchange-recorder.js';
import { createSandboxKeys, indexKey } from './scripts.js';

type StoredInfo = readonly [pets: number, requests: number, rules: number, test: string | null];

/** How many sandboxes are read at once. */
const pageSize = 1_000;

/** Writes what lists show of a sandbox, beside its name. */
export function writeInfo(
  { pets, requests, rules, test }: Omit<SandboxSummary, 'name'>,
  { text }: Pick<ExchangeRecorder, 'text'>,
): string {
  const shown = test === undefined ? null : text(test);
  return JSON.stringify([pets, requests, rules, shown] satisfies StoredInfo);
}

function isInfo(value: unknown): value is StoredInfo {
  if (!Array.isArray(value)) {
    return false;
  }
  const [pets, requests, rules, test] = value;
  const isTest = test === null || typeof test === 'string';
  return isTest && [pets, requests, rules].every(Number.isSafeInteger);
}

/** Nothing when somebody else wrote it: one broken sandbox must not hide the others. */
function parseInfo(text: string): StoredInfo | undefined {
  try {
    const info: unknown = JSON.parse(text);
    return isInfo(info) ? info : undefined;
  } catch {
    return undefined;
  }
}

/** Nothing when the key has something else than a hash. */
const ignoreWrongType = (error: Error) => {
  if (error.message.startsWith('WRONGTYPE')) {
    return null;
  }
  throw error;
};

/** All sandboxes of the store, in the order of their last use; it may lag behind by an eighth of their time. */
export class SandboxIndex {
  readonly #connection: StoreConnection;
  readonly #ttl: number;

  /** @param ttl of a sandbox, in milliseconds */
  constructor(connection: StoreConnection, ttl: number) {
    this.#connection = connection;
    this.#ttl = ttl;
  }

  /** Notes that a sandbox is in use. If that fails, it is noted at its next use. */
  async touch(name: string, deadline: number): Promise<void> {
    const args = [indexKey, name, `${this.#ttl}`];
    await this.#connection.script('touchIndex', args, { deadline }).catch(() => {});
  }

  async forget(name: string, deadline: number): Promise<void> {
    await this.#connection.command((client) => client.zrem(indexKey, name), { deadline });
  }

  /**
   * @param max lists only so many, those that were used last
   * @throws {SimulatorError} when the store can't be used
   */
  async list(deadline: number, max?: number): Promise<readonly SandboxSummary[]> {
    const first = max === undefined ? 0 : -max;
    const names = await this.#connection.command((client) => client.zrange(indexKey, first, -1), {
      deadline,
    });
    const summaries: SandboxSummary[] = [];
    for (let start = 0; start < names.length; start += pageSize) {
      const page = names.slice(start, start + pageSize).map((name) => this.#read(name, deadline));
      summaries.push(...(await Promise.all(page)).filter((summary) => summary !== undefined));
    }
    return summaries;
  }

  async #read(name: string, deadline: number): Promise<SandboxSummary | undefined> {
    const [key] = createSandboxKeys(name);
    const read = (client: Client) => client.hget(key, 'info').catch(ignoreWrongType);
    const text = await this.#connection.command(read, { deadline });
    const info = text === null ? undefined : parseInfo(text);
    if (info === undefined) {
      return undefined;
    }
    const [pets, requests, rules, test] = info;
    return { name, pets, requests, rules, test: test ?? undefined };
  }
}
