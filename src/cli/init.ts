import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { saveFile } from '../files.js';
import { UsageError } from '../options/usage-error.js';
import { packageRoot } from '../package-root.js';
import { createCommand } from './command.js';

const name = 'animal-store-service-worker.js';

/** How the file begins: `/* animal-store-simulator 0.1.0: …`. */
const firstWords = /^\/\* animal-store-simulator (\S+): /;

const details = `
The service worker answers the app's requests in the browser, without a server.
The folder is the one whose files your app serves at /, such as public. Run init
again after an update of the package. In the app:

  import { startServiceWorker } from 'animal-store-simulator/service-worker';
  await startServiceWorker();

Example:
  animal-store init public
`;

async function readIfExists(path: string | URL): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw new UsageError(`${path} can't be read: ${(error as Error).message}.`);
  }
}

async function checkFolder(folder: string | undefined): Promise<string> {
  if (folder === undefined) {
    throw new UsageError(
      'Name the folder whose files your app serves at /, such as public: animal-store init public',
    );
  }
  const stats = await stat(folder).catch(() => undefined);
  if (stats?.isDirectory() !== true) {
    throw new UsageError(
      `${folder} is not a folder. Create it, or name the folder whose files your app serves at /.`,
    );
  }
  return folder;
}

/** Copies the worker file, and describes what was done. */
async function copyWorker(folder: string): Promise<string> {
  const path = join(folder, name);
  const content = await readIfExists(new URL(`dist/${name}`, packageRoot));
  if (content === undefined) {
    throw new UsageError(
      `dist/${name} is not built. Run npm run build in the checkout of the package.`,
    );
  }
  const existing = await readIfExists(path);
  const version = firstWords.exec(content)?.[1];
  if (existing === content) {
    return `${path} is up to date (${version}).`;
  }
  const before = firstWords.exec(existing ?? '')?.[1];
  if (existing !== undefined && before === undefined) {
    throw new UsageError(
      `${path} exists, and init did not write it. Move or delete it, and run init again.`,
    );
  }
  await saveFile({ path, label: 'The worker file' }, content);
  return before === undefined
    ? `Created ${path} (${version}).`
    : `Updated ${path} from ${before} to ${version}.`;
}

export function createInitCommand(): Command {
  return createCommand('init', 'Copies the service worker into a folder of static files.', details)
    .argument('[folder]', 'folder whose files the app serves at /')
    .action(async (folder: string | undefined) => {
      console.log(await copyWorker(await checkFolder(folder)));
    });
}
