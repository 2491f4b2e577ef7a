import { EventEmitter } from 'node:events';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { StoreConnection } from '../../../src/store/connection.js';
import { fakeTime } from '../../support/fake-time.js';

const address = 'redis://127.0.0.1';

beforeEach(() => fakeTime());

/** A client of a store that answers at once, until a test makes it silent or lets it refuse writes. */
class FakeRedis extends EventEmitter {
  constructor() {
    super();
    this.setMaxListeners(0);
  }

  status = 'wait';
  isSilent = false;
  /** What it says to scripts and to ping. */
  refusal = '';
  configuration = '';
  readonly stream = { bytesRead: 0, destroy: () => this.giveUp() };
  readonly info = () => this.#answer(this.configuration);
  readonly ping = () => this.#answer('PONG', this.refusal);
  /** The database of its URL. */
  readonly options = { db: 0 };
  readonly select = () => this.#answer('OK', 'ERR DB index is out of range');
  readonly appendEntries = () => this.#answer([0, 1, [], 0], this.refusal);
  readonly connect = async () => this.#change('ready');
  readonly disconnect = () => this.giveUp();

  giveUp(): void {
    this.#change('close');
    this.#change('end');
  }

  async #answer<Value>(value: Value, refusal = ''): Promise<Value> {
    if (this.isSilent) {
      await new Promise((_, reject) => {
        this.once('close', () => reject(new Error('Connection is closed.')));
      });
    }
    this.stream.bytesRead += 1;
    if (refusal !== '') {
      throw Object.assign(new Error(refusal), { name: 'ReplyError' });
    }
    return value;
  }

  #change(status: string): void {
    this.status = status;
    this.emit(status);
  }
}

async function open() {
  const client = new FakeRedis();
  // A class may return another object.
  const Redis = function create() {
    return client;
  };
  const library = { Redis } as unknown as typeof import('iovalkey');
  const connection = new StoreConnection(library, address);
  onTestFinished(() => connection.close());
  await vi.advanceTimersByTimeAsync(0);
  /** Whether a command is answered, and after how many milliseconds. */
  const ping = async () => {
    const start = Date.now();
    let settled: string | undefined;
    const settle = (result: string) => {
      settled = result;
    };
    void connection
      .command((redis) => redis.ping())
      .then(settle, ({ message }: Error) => settle(message));
    await vi.advanceTimersByTimeAsync(0);
    while (settled === undefined && Date.now() < start + 10_000) {
      await vi.advanceTimersByTimeAsync(10);
    }
    return [settled, Date.now() - start] as const;
  };
  return { client, connection, ping };
}

test('connects again when the client library gives up', async () => {
  const { client, connection } = await open();
  expect(connection.isReady).toBe(true);

  client.giveUp();
  expect(connection.isReady).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);

  expect(connection.isReady).toBe(true);
});

test('stays closed, also when the client library gave up just before', async () => {
  const { client, connection, ping } = await open();

  client.giveUp();
  connection.close();
  await vi.advanceTimersByTimeAsync(10_000);

  expect(client.status).toBe('end');
  expect((await ping())[0]).toContain('the connection was lost');
});

test('sends a command again when its answer is lost', async () => {
  const { client, ping } = await open();
  client.isSilent = true;
  setTimeout(() => {
    client.isSilent = false;
    client.giveUp();
  }, 100);

  expect((await ping())[0]).toBe('PONG');
});

test('refuses within 2.5 seconds while the store is silent, then at once', async () => {
  const { client, connection, ping } = await open();
  client.isSilent = true;

  const [first, time] = await ping();
  expect(first).toContain('the connection was lost');
  expect(time).toBeLessThanOrEqual(2_500);
  await vi.advanceTimersByTimeAsync(500);
  expect((await ping())[1]).toBe(0);

  client.isSilent = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connection.isReady).toBe(true);
});

test.for(['READONLY a replica', 'NOPERM no rights', 'BUSY a script', 'LOADING data'])(
  'is not ready while the store refuses writes: %s',
  async (refusal) => {
    const { client, connection, ping } = await open();
    client.refusal = refusal;
    await vi.advanceTimersByTimeAsync(250);

    expect(connection.isReady).toBe(false);
    expect((await ping())[0]).toContain(refusal);
  },
);

test('waits for what passes, and for nothing else', async () => {
  const { client, ping } = await open();

  client.refusal = 'LOADING data';
  setTimeout(() => {
    client.refusal = '';
  }, 300);
  expect((await ping())[0]).toBe('PONG');

  client.refusal = 'ERR a mistake';
  expect(await ping()).toEqual([expect.stringContaining('ERR a mistake'), 0]);
});

test.for([
  ['maxmemory:9\r\nmaxmemory_policy:allkeys-lru', 'maxmemory-policy is allkeys-lru'],
  ['maxmemory:0\r\nmaxmemory_policy:allkeys-lru', 'PONG'],
  ['maxmemory:9\r\nmaxmemory_policy:noeviction', 'PONG'],
  ['cluster_enabled:1', 'a node of a cluster'],
  ['cluster_enabled:0', 'PONG'],
] as const)('uses a store unless it evicts or is part of a cluster: %j', async ([info, answer]) => {
  const { client, connection, ping } = await open();
  client.configuration = info;
  await vi.advanceTimersByTimeAsync(250);

  expect(connection.isReady).toBe(answer === 'PONG');
  expect((await ping())[0]).toContain(answer);
});

test('uses no other database than the one that was asked for', async () => {
  const { client, connection, ping } = await open();
  client.options.db = 99;
  await vi.advanceTimersByTimeAsync(250);

  expect(connection.isReady).toBe(false);
  expect((await ping())[0]).toContain('DB index is out of range');
});
