import { readFileSync } from 'node:fs';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Environment, root, runAlone } from '../../package/packed.js';
import { readCommands, snippetsIn } from '../../package/readme/blocks.js';
import { createFolder } from '../../support/files.js';
import { parts, shops } from './contract-files.js';
import type { Provider } from './official-verifier.js';

const require = createRequire(import.meta.url);

export const page = 'docs/pact.md';

/** All commands of the page, each in one line. */
const commands = snippetsIn('sh')
  .filter(({ file }) => file === page)
  .flatMap(readCommands);

/** The commands of the page that begin with a text. */
export function findCommands(start: string): string[] {
  const found = commands.filter((command) => command.startsWith(start));
  if (found.length === 0) {
    throw new Error(`${page} has no command that begins with ${start}`);
  }
  return found;
}

/** The only command of the page that begins with a text. */
export function findCommand(start: string): string {
  const [command = '', ...others] = findCommands(start);
  if (others.length > 0) {
    throw new Error(`${page} has several commands that begin with ${start}`);
  }
  return command;
}

/** A program that the page names. */
export const readProgram = (name: string) =>
  readFileSync(join(root, 'examples/pact', name), 'utf8');

/** Replaces the simulator of the page by a provider, and by the simulator that sets up its states. */
export function pointTo({ url, simulator }: Provider, text: string): string {
  return text
    .replaceAll('http://127.0.0.1:4010/v1', url)
    .replaceAll('http://127.0.0.1:4010', simulator.origin)
    .replaceAll('--port 4010', `--port ${new URL(url).port}`);
}

/**
 * A folder like a team's project, with files; it is removed with the test. Its `contracts` has the contract of
 * the package, and those that the example shops recorded.
 */
export async function openWorkspace(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = createFolder();
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  await symlink(root, join(modules, 'animal-store-simulator'));
  await symlink(join(root, 'node_modules/@pact-foundation'), join(modules, '@pact-foundation'));
  await mkdir(join(folder, 'contracts'));
  for (const { path } of [...parts, ...shops]) {
    await copyFile(path, join(folder, 'contracts', basename(path)));
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** The official binary; killing its Node.js wrapper would leave it running. */
const pactBinary: string = require('@pact-foundation/pact-cli/src/pact-standalone').standalone()
  .pactFullPath;

/** Runs a command of the page in a shell, without variables of a CI, broker, proxy or git. */
export function runCommand(folder: string, command: string, environment: Environment = {}) {
  const found = command
    .replace(/^npx pact\b/, `'${pactBinary}'`)
    .replace(
      /^npx (?:--no )?animal-store\b/,
      `'${process.execPath}' '${join(root, 'dist/main.cjs')}'`,
    );
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  const machine = {
    PATH,
    HOME,
    TMPDIR,
    NO_PROXY: '127.0.0.1',
    npm_config_update_notifier: 'false',
  };
  // Without the last one Pact calls an analytics host.
  const all = { ...machine, ...environment, PACT_DO_NOT_TRACK: 'true' };
  return runAlone(folder, 'sh', ['-c', `exec ${found}`], all);
}
