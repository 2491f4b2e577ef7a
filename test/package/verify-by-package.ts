import { onTestFinished } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { type Folder, runProgram } from './packed.js';

/** Installing and npx take a while on a busy machine, in milliseconds. */
export const maxDuration = 120_000;

/** Starts a simulator, and verifies it with the package in a folder. */
export async function verifyByPackage(folder: Folder, ...args: readonly string[]) {
  const { url, apiKey, close } = await startSimulator({ fixture: 'empty' });
  onTestFinished(() => close());
  const flags = ['--url', url, '--api-key', apiKey, ...args];
  const outcome = await runProgram(
    folder.path,
    'npx',
    ['animal-store', 'verify', ...flags],
    maxDuration,
  );
  const headers = { Authorization: `Bearer ${apiKey}` };
  const pets: unknown[] = await (await fetch(`${url}/pets`, { headers })).json();
  return { ...outcome, url, pets };
}
