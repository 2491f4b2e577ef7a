import { readFileSync } from 'node:fs';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readCommands, snippetsIn } from '../../package/readme/blocks.js';
import { createFolder } from '../../support/files.js';
import { parts } from './contract-files.js';
import type { Provider } from './official-verifier.js';
import { type Environment, type Finished, pactBinary, root, runProgram } from './run-program.js';
import { shops } from './shops.js';

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
  for (const path of [...parts.map((part) => part.path), ...shops.map(({ file }) => file)]) {
    await copyFile(path, join(folder, 'contracts', basename(path)));
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Runs a command of the page in a shell. */
export function runCommand(
  folder: string,
  command: string,
  environment: Environment = {},
): Promise<Finished> {
  const found = command
    .replace(/^npx pact\b/, `'${pactBinary}'`)
    .replace(/^npx animal-store\b/, `'${process.execPath}' '${join(root, 'dist/main.cjs')}'`);
  return runProgram('sh', ['-c', `exec ${found}`], { environment, folder });
}
