import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ListeningProgram, startProgram } from '../../support/listening-program.js';

/** Bundler with the gems of this folder, or of the one in the variable GEMS_OF. */
export const bundle = fileURLToPath(new URL('bundle', import.meta.url));
const config = fileURLToPath(new URL('config.ru', import.meta.url));

/** Maximum time until the first response, in milliseconds; it takes about two seconds. */
const maxWait = 90_000;

// One request after the other: two that write at once find SQLite locked.
const flags = ['-b', 'tcp://127.0.0.1:0', '-w', '0', '-t', '1:1', '-e', 'production'];

/** Why the gems of a folder beside this one are not on this machine, or nothing when they are. */
export function findMissingGems(folder: string): string | undefined {
  const env = { ...process.env, GEMS_OF: folder };
  const { error, status } = spawnSync(bundle, ['check'], { stdio: 'ignore', env });
  if (status === 0) {
    return undefined;
  }
  return error !== undefined || status === 127
    ? 'This test needs Ruby with Bundler, and this machine has none.'
    : `The gems of test/integration/${folder} aren't installed: run test/integration/broker/install.`;
}

/** Why there is no Pact Broker on this machine, or nothing when there is one. */
export const noBroker = findMissingGems('broker');

/** Starts a Pact Broker with an empty database on a free port; resolves when it responds. */
export async function startBroker(): Promise<ListeningProgram> {
  const broker = await startProgram(
    [bundle, 'exec', 'puma', ...flags, config],
    (folder) => ({ BROKER_DATABASE: join(folder, 'broker.sqlite') }),
    /Listening on (http:\/\/[\d.]+:\d+)/,
  );
  try {
    // The first response loads most of the broker.
    const signal = AbortSignal.timeout(maxWait);
    const headers = { Accept: 'application/hal+json' };
    const { status } = await fetch(broker.url, { headers, signal });
    if (status !== 200) {
      throw new Error(`The broker's first response has the status ${status}.`);
    }
    return broker;
  } catch (error) {
    await broker.close();
    throw error;
  }
}
