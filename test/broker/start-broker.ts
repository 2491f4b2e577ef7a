import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bundler with the gems of this folder, or of the one in the variable GEMS_OF. */
export const bundle = fileURLToPath(new URL('bundle', import.meta.url));
const config = fileURLToPath(new URL('config.ru', import.meta.url));

/** Maximum time until the broker responds, which takes about two seconds. */
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
    : `The gems of test/${folder} aren't installed: run test/broker/install.`;
}

/** Why there is no Pact Broker on this machine, or nothing when there is one. */
export const noBroker = findMissingGems('broker');

/** A Pact Broker of its own, with an empty database. */
export interface Broker {
  readonly url: string;
  close(): Promise<void>;
}

/** Reads the URL that Puma prints when it listens. */
function readUrl(child: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const url = /Listening on (http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
      if (url !== undefined) {
        resolve(url);
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The broker ended before it listened: ${output}`)));
  });
}

/** Starts a Pact Broker on a free port; resolves when it responds. */
export async function startBroker(): Promise<Broker> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-broker-'));
  const child = spawn(bundle, ['exec', 'puma', ...flags, config], {
    cwd: folder,
    env: { ...process.env, BROKER_DATABASE: join(folder, 'broker.sqlite') },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const late = setTimeout(() => child.kill('SIGKILL'), maxWait);
  try {
    const url = await readUrl(child);
    // The first response loads most of the broker.
    const { status } = await fetch(url, { headers: { Accept: 'application/hal+json' } });
    if (status !== 200) {
      throw new Error(`The broker's first response has the status ${status}.`);
    }
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    clearTimeout(late);
    // Drains further output, so that the broker never blocks.
    for (const stream of [child.stdout, child.stderr]) {
      stream.removeAllListeners('data').resume();
    }
  }
}
