import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A finished run of a program. */
export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Environment = Readonly<Record<string, string>>;

/** Maximum time of a run, which takes far less. */
const maxTime = 240_000;

/** The environment of programs, without variables of a CI, broker, proxy or git. */
const machine = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'TZ'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

interface Surroundings {
  readonly environment: Environment;
  readonly folder: string;
}

export function runProgram(
  program: string,
  args: readonly string[],
  { environment, folder }: Surroundings,
): Promise<Finished> {
  const options = {
    cwd: folder,
    env: {
      ...machine,
      npm_config_update_notifier: 'false',
      NO_PROXY: '127.0.0.1',
      ...environment,
      // Without it Pact calls an analytics host.
      PACT_DO_NOT_TRACK: 'true',
    },
    maxBuffer: 64 * 1024 * 1024,
    timeout: maxTime,
    killSignal: 'SIGKILL' as const,
  };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
}

/** The official binary; killing its Node.js wrapper would leave it running. */
export const pactBinary: string =
  require('@pact-foundation/pact-cli/src/pact-standalone').standalone().pactFullPath;
