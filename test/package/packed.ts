import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { UnpackedChromium } from '../support/open-chromium.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** A temporary folder. */
export interface Folder {
  readonly path: string;
  remove(): Promise<void>;
}

export async function openFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'animal-store-package-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export interface Tarball {
  readonly path: string;
  readonly files: readonly { readonly path: string }[];
  /** In bytes. */
  readonly unpackedSize: number;
}

async function runPack(...flags: readonly string[]) {
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', ...flags], {
    cwd: root,
  });
  const [packed] = JSON.parse(stdout) as [Omit<Tarball, 'path'> & { filename: string }];
  return packed;
}

/** The paths of the files that npm would publish. */
export const listPacked = async () => (await runPack('--dry-run')).files.map(({ path }) => path);

/** Packs the project as for npm publish; `npm test` has built it, without its types. */
export async function pack(folder: string): Promise<Tarball> {
  if (!existsSync(join(root, 'dist/index.d.ts'))) {
    await run('npm', ['run', 'build:types'], { cwd: root });
  }
  const { filename, ...packed } = await runPack('--pack-destination', folder);
  return { path: join(folder, filename), ...packed };
}

/** Makes a folder a package, as `npm init` does. */
async function writeManifest(folder: string): Promise<void> {
  const manifest = { name: 'an-app', version: '1.0.0', private: true, type: 'module' };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
}

/** Installs the packed project into an empty folder, as its users do. */
export async function installInto(
  folder: string,
  { path }: Tarball,
  ...others: readonly string[]
): Promise<void> {
  await writeManifest(folder);
  await run('npm', ['install', '--no-audit', '--no-fund', ...others, path], { cwd: folder });
}

/** Asks for what the test files of a run share: shared-install.ts makes it when it is asked for first. */
async function readShared(name: string) {
  const response = await fetch(`${inject('installer')}/${name}`);
  if (!response.ok) {
    throw new Error(`${name} can't be shared: ${await response.text()}`);
  }
  return response.json();
}

/** The Chromium of the devDependencies. */
export const readChromium = (): Promise<UnpackedChromium> => readShared('chromium');

/** The packed project. */
export const readTarball = (): Promise<Tarball> => readShared('tarball');

/** Installs the package beside others into an empty folder. */
export async function openWith(...others: readonly string[]): Promise<Folder> {
  const folder = await openFolder();
  await installInto(folder.path, await readTarball(), ...others);
  return folder;
}

/** Opens a folder with the installed package, which the test files of a run share. */
export async function openInstalled(): Promise<Folder> {
  const modules: string = await readShared('modules');
  const folder = await openFolder();
  await writeManifest(folder.path);
  await symlink(modules, join(folder.path, 'node_modules'), 'junction');
  return folder;
}

export type Environment = Readonly<Record<string, string>>;

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in a folder, with all that its environment has. A timeout ends it with a code other than 0. */
export function runAlone(
  folder: string,
  program: string,
  args: readonly string[],
  env: Environment,
  timeout = 240_000,
): Promise<Outcome> {
  const options = {
    cwd: folder,
    env,
    timeout,
    maxBuffer: 64 * 1024 ** 2,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
}

/** The environment of a user's shell, without the variables of this test run. */
function createUserEnvironment(): Environment {
  const own = /^(?:VITEST|TEST$|NODE_ENV$|ANIMAL_STORE_|PLAYWRIGHT_)/;
  const entries = Object.entries(process.env).filter(([name]) => !own.test(name));
  return Object.fromEntries(entries) as Environment;
}

/** The same as in a user's shell, with further variables. */
export const runProgram = (
  folder: string,
  program: string,
  args: readonly string[],
  timeout?: number,
  environment: Environment = {},
) => runAlone(folder, program, args, { ...createUserEnvironment(), ...environment }, timeout);

/** The same with Node.js. */
export const runNode = (folder: string, args: readonly string[]) =>
  runProgram(folder, process.execPath, args);
