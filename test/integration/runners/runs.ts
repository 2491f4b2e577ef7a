import { join } from 'node:path';
import type { UnpackedChromium } from '../../support/open-chromium.js';
import { type Environment, type Project, type RunnerOutcome, runRunner } from './project.js';

/** Runs Vitest in a folder of the project. */
export function runVitest(
  project: Project,
  folder: string,
  args: readonly string[] = [],
  environment?: Environment,
): Promise<RunnerOutcome> {
  const program = join(project.path, 'node_modules/vitest/vitest.mjs');
  const all = [program, 'run', '--no-color', '--reporter=verbose', ...args];
  return runRunner(join(project.path, folder), all, environment);
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
export async function preparePlaywright(
  project: Project,
  chromium: UnpackedChromium,
  folder: string,
) {
  const { environment } = chromium;
  const config = await writeConfig(project, chromium, folder);
  const program = join(project.path, 'node_modules/@playwright/test/cli.js');
  const usual = ['test', `--config=${config}`, '--reporter=list', '--workers=2'];
  return { args: [program, ...usual], environment };
}

/** Runs Playwright in a folder. */
export async function runPlaywright(
  project: Project,
  chromium: UnpackedChromium,
  folder: string,
  environment: Environment = {},
  args: readonly string[] = [],
): Promise<RunnerOutcome> {
  const run = await preparePlaywright(project, chromium, folder);
  const all = { ...run.environment, ...environment };
  return runRunner(join(project.path, folder), [...run.args, ...args], all);
}
