import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { CommandLine } from './listening-program.js';

/** Why a program of Debian is not on this machine, or nothing when it is. */
export function findMissingProgram(program: string, name: string): string | undefined {
  return spawnSync(program, ['-v'], { stdio: 'ignore' }).status === 0
    ? undefined
    : `This test needs ${name}, and this machine has none: run test/support/install-debian as root.`;
}

/** Has a program end with this process, however that ends, so that it never outlives the tests. */
export function endingWithTests(command: CommandLine): CommandLine {
  return process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL', ...command] : command;
}

/** Whether a port is free now. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server.listen(port, '127.0.0.1'), 'listening');
  const free = await listening.then(
    () => true,
    () => false,
  );
  server.close();
  return free;
}

/**
 * Finds a port for programs that need its number in advance. The operating system gives it to nobody: those that
 * it gives begin at 32768.
 */
export async function findStablePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) {
      return port;
    }
  }
}
