import { join } from 'node:path';
import { type Environment, readChromium } from '../../package/packed.js';
import type { UnpackedChromium } from '../../support/open-chromium.js';
import { type Project, runRunner } from './project.js';

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
