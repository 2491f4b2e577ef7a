import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreConnection } from '../../../src/store/connection.js';

const address = 'redis://127.0.0.1';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client of a store that always answers. */
class FakeRedis extends EventEmitter {
  status = 'wait';
  readonly defineCommand = () => {};
  readonly info = async () => '';
  readonly zremrangebyscore = async () => 0;
  readonly connect = async () => this.#change('ready');
  readonly disconnect = () => this.giveUp();

  giveUp(): void {
    this.#change('close');
    this.#change('end');
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
  await vi.advanceTimersByTimeAsync(0);
  return { client, connection };
}

test('connects again when the client library gives up', async () => {
  const { client, connection } = await open();
  expect(connection.isReady).toBe(true);

  client.giveUp();
  expect(connection.isReady).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);

  expect(connection.isReady).toBe(true);
  connection.close();
});

test('stays closed, also when the client library gave up just before', async () => {
  const { client, connection } = await open();

  client.giveUp();
  connection.close();
  await vi.advanceTimersByTimeAsync(10_000);

  expect(client.status).toBe('end');
});
