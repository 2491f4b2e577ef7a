import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Environment,
  type Folder,
  openInstalled,
  readChromium,
  root,
  runProgram,
} from '../../package/packed.js';
import type { UnpackedChromium } from '../../support/open-chromium.js';

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

/** Runs Vitest in a folder of the project. */
export function runVitest(project: Project, folder: string, args: readonly string[] = []) {
  const program = join(project.path, 'node_modules/vitest/vitest.mjs');
  const all = [program, 'run', '--no-color', '--reporter=verbose', ...args];
  return runRunner(join(project.path, folder), all);
}

/** Writes the folder's configuration with the installed Chromium, and returns its name. */
export async function writeConfig(
  project: Project,
  { executablePath, args }: UnpackedChromium,
  folder: string,
): Promise<string> {
  const launchOptions = JSON.stringify({ executablePath, args });
  await project.write(
    `${folder}/here.config.ts`,
    `import config from './playwright.config.js';
    export default { ...config, use: { ...config.use, launchOptions: ${launchOptions} } };`,
  );
  return 'here.config.ts';
}

/** Prepares a run of Playwright with the folder's configuration and the installed Chromium. */
export async function preparePlaywright(project: Project, folder: string) {
  const chromium = await readChromium();
  const config = await writeConfig(project, chromium, folder);
  const program = join(project.path, 'node_modules/@playwright/test/cli.js');
  const usual = ['test', `--config=${config}`, '--reporter=list', '--workers=2'];
  return { args: [program, ...usual], environment: chromium.environment };
}

/** Runs Playwright in a folder. */
export async function runPlaywright(
  project: Project,
  folder: string,
  environment: Environment = {},
) {
  const run = await preparePlaywright(project, folder);
  return runRunner(join(project.path, folder), run.args, { ...run.environment, ...environment });
}
