import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Maximum time until a program listens, in milliseconds; it takes about two seconds. */
const maxWait = 90_000;

/** A program with its arguments. */
export type CommandLine = readonly [program: string, ...args: string[]];

/** A program that listens. */
export type ListeningProgram = Awaited<ReturnType<typeof startProgram>>;

interface Surroundings {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Reads what a program prints when it listens: the first group of the pattern. */
async function readOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  const streams = [child.stdout, child.stderr];
  const late = setTimeout(() => child.kill('SIGKILL'), maxWait);
  try {
    return await new Promise((resolve, reject) => {
      let output = '';
      for (const stream of streams) {
        stream?.on('data', (chunk: Buffer) => {
          output += chunk;
          const [all, found = all] = pattern.exec(output) ?? [];
          if (found !== undefined) {
            resolve(found);
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

/** Starts a program in a folder; resolves when it prints that it listens, with the first group of that. */
export async function launchProgram(
  [program, ...args]: CommandLine,
  { folder, environment }: Surroundings,
  pattern: RegExp,
) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    // The broker ends with its standard input, so that it never outlives the tests.
    stdio: 'pipe',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  /** Kills the process; resolves when it has ended. */
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  try {
    return { child, kill, found: await readOutput(child, pattern) };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Starts a program in an empty folder of its own; resolves when it prints its URL. */
export async function startProgram(
  command: CommandLine,
  environmentIn: (folder: string) => Readonly<Record<string, string>>,
  url: RegExp,
) {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-program-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const environment = environmentIn(folder);
    const { found, kill } = await launchProgram(command, { folder, environment }, url);
    return { url: found, close: () => kill().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
