import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launchProgram } from './listening-program.js';
import { endingWithTests, findMissingProgram, findStablePort } from './local-programs.js';

/** Why there is no Redis on this machine, or nothing when there is one. */
export const noRedis = findMissingProgram('redis-server', 'Redis');

const execute = promisify(execFile);

/** How many databases a server has: one for each test of a file. */
const databases = 1_000;

export interface RedisOptions {
  /** Writes each command to the disk before it is answered, so that a restart loses nothing. */
  readonly appendOnly?: boolean;
  /** Memory limit, such as `8mb`; the server refuses writes that exceed it. Default: none. */
  readonly maxMemory?: string;
  readonly password?: string;
}

/** A real Redis server with an empty folder of its own. */
export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

const createFlags = ({ appendOnly = false, maxMemory, password }: RedisOptions, port: number) => [
  ...['--bind', '127.0.0.1', '--port', `${port}`, '--save', ''],
  ...['--appendonly', appendOnly ? 'yes' : 'no', '--appendfsync', 'always'],
  ...(maxMemory === undefined ? [] : ['--maxmemory', maxMemory]),
  ...(password === undefined ? [] : ['--requirepass', password]),
  ...['--databases', `${databases}`],
];

/** Starts a Redis server on a free port. */
export async function startRedis(options: RedisOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-redis-'));
  const port = await findStablePort();
  const command = endingWithTests(['redis-server', ...createFlags(options, port)]);
  const launch = () => launchProgram(command, { folder }, /Ready to accept/);
  const remove = () => rm(folder, { recursive: true, force: true });
  let running = await launch().catch((error) => remove().then(() => Promise.reject(error)));
  const { password } = options;
  const url = `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`;
  let taken = 0;
  return {
    port,
    /** The option `store` for database 0. */
    url,
    /** The option `store` for a database that nobody has used. */
    takeDatabase: () => {
      taken += 1;
      return `${url}/${taken}`;
    },
    /** Runs a command as `redis-cli` does, and returns what that prints. */
    command: async (...args: readonly string[]) => {
      const env = { ...process.env, ...(password !== undefined && { REDISCLI_AUTH: password }) };
      const { stdout } = await execute('redis-cli', ['-p', `${port}`, ...args], { env });
      return stdout.trimEnd();
    },
    /** Stops the process; it accepts connections and answers nothing until `resume`. */
    pause: () => void running.child.kill('SIGSTOP'),
    resume: () => void running.child.kill('SIGCONT'),
    /** Kills the process, and starts it again on its port, with the data on its disk. */
    restart: async () => {
      await running.kill();
      running = await launch();
    },
    close: async () => {
      await running.kill();
      await remove();
    },
  };
}
