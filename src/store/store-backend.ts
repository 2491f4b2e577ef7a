import type { Backend } from '../engine/backend.js';
import type { Engine } from '../engine/engine.js';
import { refuseExchange } from '../engine/exchange.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { summarizeSandbox } from '../engine/local-backend.js';
import { defaultSandbox } from '../engine/sandbox/sandbox.js';
import { findTarget } from '../engine/target.js';
import type { Logger } from '../log/logger.js';
import type { StoreAddress } from '../options/store-address.js';
import type { ResolvedOptions } from '../options/table.js';
import { StoreConnection } from './connection.js';
import { createUnavailableError } from './errors.js';
import { Replicas } from './replicas.js';
import { SharedSandbox } from './shared-sandbox.js';
import { Store } from './store.js';
import { Watches } from './watches.js';

/** A backend with a connection. */
export interface StoreBackend extends Backend {
  close(): void;
}

/** Creates the backend of the sandboxes that several processes share, and reports when the store is away. */
export async function createStoreBackend(
  engine: Engine,
  options: ResolvedOptions,
  address: StoreAddress,
  { onError, onEvent }: Pick<Logger, 'onError' | 'onEvent'>,
): Promise<StoreBackend> {
  const connection = await StoreConnection.open(address, (problem) =>
    problem === undefined
      ? onEvent('The store that keeps the sandboxes can be used again.')
      : onError(createUnavailableError(problem).message),
  );
  const store = new Store(engine, connection, options, address);
  const { index } = store;
  const replicas: Replicas = new Replicas({
    limits: options,
    create: (name) => new SharedSandbox(store, name, observer),
    isNeeded: (name) => watches.has(name),
  });
  const watches = new Watches({
    database: store.database,
    connect: () => connection.connectForMessages(),
    isReady: () => connection.isReady,
    catchUp: (name) => replicas.get(name).queueCatchUp(),
    list: (max) => index.list(store.deadline, max),
  });
  const observer = {
    onRecorded: (name: string, firstNumber: number) => watches.expect(name, firstNumber),
    onCaughtUp: (name: string, replica: SharedSandbox['replica']) => {
      watches.announce(name, replica);
      replicas.note(name, replica?.size ?? 0);
    },
  };
  return {
    start: engine.sandboxes.start,
    resources: engine.sandboxes.resources,
    isReady: () => connection.isReady,
    exchange: async (request) => {
      const target = findTarget(request, engine.settings);
      try {
        return await replicas.get(target.sandbox).exchange(request, target);
      } catch (error) {
        if (error instanceof SimulatorError) {
          return refuseExchange(request, target, error, engine.settings);
        }
        throw error;
      }
    },
    // The duration of an exchange is known when it is appended.
    sent: () => {},
    read: (name) => replicas.get(name).read(),
    update: (name, act) => replicas.get(name).update(act),
    drop: async (name) => {
      await index.forget(name, store.deadline);
      return (await replicas.get(name).drop()) || name === defaultSandbox;
    },
    list: async () => {
      const all = await index.list(store.deadline);
      const isDefault = ({ name }: { readonly name: string }) => name === defaultSandbox;
      const first = all.find(isDefault) ?? summarizeSandbox(engine.sandboxes.peek(defaultSandbox));
      return [first, ...all.filter((summary) => !isDefault(summary))];
    },
    otherRules: () => [],
    listen: (name, listener) => {
      const replica = name === undefined ? undefined : replicas.find(name)?.replica;
      return watches.add(name, replica?.sandbox.journal.total, listener);
    },
    close: () => {
      watches.close();
      connection.close();
    },
  };
}
