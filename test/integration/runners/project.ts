import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Folder, openInstalled, root } from '../../package/packed.js';

/** A user's project: the published package and the test runners. */
export interface Project extends Folder {
  /** Copies a folder of `examples/` into the project. */
  copyExample(name: string): Promise<void>;
  /** Writes a file and returns its path. */
  write(path: string, text: string): Promise<string>;
}

export function createProject(folder: Folder): Project {
  return {
    ...folder,
    copyExample: (name) =>
      cp(join(root, 'examples', name), join(folder.path, name), { recursive: true }),
    write: async (path, text) => {
      const whole = join(folder.path, path);
      await mkdir(dirname(whole), { recursive: true });
      await writeFile(whole, text);
      return whole;
    },
  };
}

export const openProject = async (): Promise<Project> => createProject(await openInstalled());

/** The result of a run of a test runner. */
export interface RunnerOutcome {
  readonly code: number;
  readonly output: string;
}

export type Environment = Readonly<Record<string, string>>;

/** The environment of a user's shell, without the variables of this test run. */
function createUserEnvironment(): Environment {
  const own = /^(?:VITEST|TEST$|NODE_ENV$|ANIMAL_STORE_|PLAYWRIGHT_)/;
  const entries = Object.entries(process.env).filter(([name]) => !own.test(name));
  return Object.fromEntries(entries) as Environment;
}

/** Runs a test runner, or another program, in a folder; a timeout ends it with a code other than 0. */
export function runRunner(
  folder: string,
  args: readonly string[],
  environment: Environment = {},
  program = process.execPath,
): Promise<RunnerOutcome> {
  return new Promise((resolve) => {
    const env = { ...createUserEnvironment(), ...environment };
    const options = { cwd: folder, env, timeout: 240_000 };
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: `${stdout}${stderr}` });
    });
  });
}
