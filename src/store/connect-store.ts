import type { StoreAddress } from '../options/store-address.js';
import { StoreConnection } from './connection.js';
import { createFingerprint } from './entry.js';
import { createUnavailableError } from './errors.js';
import { fingerprintsKey } from './scripts.js';
import { StoreSandboxes, type StoreSandboxesOptions } from './store-sandboxes.js';

export interface StoreOptions extends StoreSandboxesOptions {
  /** Reports that the store can't be used, and that it can again. */
  readonly logger: {
    onError(error: string): void;
    onEvent(message: string): void;
  };
}

/**
 * Connects to the store of shared sandboxes. If it is away for now, requests are refused until it is back.
 *
 * @param options `fingerprint` is the version of the simulator, or whatever else processes must have in common
 * @throws {UsageError} when the store can't be used at all
 */
export async function connectStore(
  address: StoreAddress,
  { logger, ...options }: StoreOptions,
): Promise<StoreSandboxes> {
  const { start, settings, ttl } = options;
  const { corsOrigins, corsCredentials, deprecatedSince, maxPetMemory, maxJournal } = settings;
  const shared = { corsOrigins, corsCredentials, deprecatedSince, maxPetMemory, maxJournal };
  const fingerprint = createFingerprint(options.fingerprint, start, shared);
  const connection = await StoreConnection.open(address, (problem) =>
    problem === undefined
      ? logger.onEvent('The store that keeps the sandboxes can be used again.')
      : logger.onError(createUnavailableError(problem).message),
  );
  if (connection.isReady && (await hasOthers(connection, fingerprint, ttl).catch(() => false))) {
    logger.onEvent(
      'The store has sandboxes of simulators with other options or of another version. This simulator ' +
        'does not use them: it begins new ones.',
    );
  }
  const sandboxes = new StoreSandboxes(connection, { ...options, fingerprint });
  await sandboxes.open();
  return sandboxes;
}

/** Whether the store has sandboxes that other simulators began, and none that this one shares. */
async function hasOthers(
  connection: StoreConnection,
  fingerprint: string,
  ttl: number,
): Promise<boolean> {
  const used = await connection.command((client) =>
    client.zrangebyscore(fingerprintsKey, Date.now() - ttl, '+inf'),
  );
  return used.length > 0 && !used.includes(fingerprint);
}
