import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Environment,
  type Folder,
  openInstalled,
  root,
  runProgram,
} from '../../package/packed.js';

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

/** Runs a test runner, or another program, in a folder; a timeout ends it with a code other than 0. */
export async function runRunner(
  folder: string,
  args: readonly string[],
  environment?: Environment,
  program = process.execPath,
) {
  const { code, stdout, stderr } = await runProgram(folder, program, args, undefined, environment);
  return { code, output: `${stdout}${stderr}` };
}
