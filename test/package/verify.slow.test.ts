import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { type Folder, installPacked, openFolder, openInstalled, runProgram } from './packed.js';

/** Installing and npx take a while on a busy machine, in milliseconds. */
const maxDuration = 120_000;
vi.setConfig({ testTimeout: maxDuration, hookTimeout: maxDuration });

/** Starts a simulator, and verifies it with the package in a folder. */
async function verify(folder: Folder, ...args: readonly string[]) {
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

async function openWithoutOptional(): Promise<Folder> {
  const folder = await openFolder();
  await installPacked(folder.path, '--omit=optional');
  return folder;
}

/** A folder with the package, for all tests of a group. */
function useFolder(open: () => Promise<Folder>): () => Folder {
  let folder: Folder;
  beforeAll(async () => {
    folder = await open();
  });
  afterAll(() => folder.remove());
  return () => folder;
}

describe('the installed package', () => {
  const folder = useFolder(openInstalled);

  test('verifies a running simulator', async () => {
    const { code, stdout, stderr } = await verify(folder());

    expect(stdout).toMatch(/passes (\d+) of \1 requirements of the interface/);
    expect(code, stderr).toBe(0);
  });

  test('writes JUnit XML', async () => {
    const { code, stderr } = await verify(folder(), '--junit', 'report.xml');

    expect(code, stderr).toBe(0);
    expect(await readFile(join(folder().path, 'report.xml'), 'utf8')).toMatch(
      /^<\?xml.*<testsuites/s,
    );
  });
});

describe('the package without its optional dependencies', () => {
  const folder = useFolder(openWithoutOptional);

  test('names the missing Pact verifier before it creates a pet', async () => {
    const { code, stdout, url, pets } = await verify(folder());

    expect(code).toBe(2);
    expect(stdout).toBe(
      `${url} could not be verified. Pact's verifier is not installed; it is an optional dependency. ` +
        'Run npm install @pact-foundation/pact-core.\n',
    );
    expect(pets).toEqual([]);
  });

  test('names the missing JUnit library before the first request', async () => {
    const { code, stdout, stderr } = await verify(folder(), '--junit', 'report.xml');

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Run npm install junit-report-builder.');
  });
});
