import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Maximum time until a program listens, in milliseconds; it takes about two seconds. */
const maxWait = 90_000;

/** A program that listens. */
export interface ListeningProgram {
  readonly url: string;
  close(): Promise<void>;
}

/** Reads the URL that a program prints when it listens: the first group of the pattern. */
async function readUrl(child: ChildProcess, pattern: RegExp): Promise<string> {
  const streams = [child.stdout, child.stderr];
  const late = setTimeout(() => child.kill('SIGKILL'), maxWait);
  try {
    return await new Promise((resolve, reject) => {
      let output = '';
      for (const stream of streams) {
        stream?.on('data', (chunk: Buffer) => {
          output += chunk;
          const url = pattern.exec(output)?.[1];
          if (url !== undefined) {
            resolve(url);
          }
        });
      }
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`It ended before it listened: ${output}`)));
    });
  } finally {
    clearTimeout(late);
    // Drains further output, so that the program never blocks.
    for (const stream of streams) {
      stream?.removeAllListeners('data').resume();
    }
  }
}

/** Starts a program in an empty folder of its own; resolves when it prints its URL. */
export async function startProgram(
  [program, ...args]: readonly [program: string, ...args: string[]],
  environmentIn: (folder: string) => Readonly<Record<string, string>>,
  url: RegExp,
): Promise<ListeningProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-program-'));
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...environmentIn(folder) },
    // The broker ends with its standard input, so that it never outlives the tests.
    stdio: 'pipe',
  });
  const ended = once(child, 'exit');
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { url: await readUrl(child, url), close };
  } catch (error) {
    await close();
    throw error;
  }
}
