import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listPactFiles, readPactFile } from '../../../src/verification/consumers/pact-sources.js';

/** Creates a folder with empty files. */
async function createFolder(...names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of names) {
    await writeFile(join(folder, name), '{}');
  }
  return folder;
}

test('lists the JSON files of a folder in order, and each file once', async () => {
  const folder = await createFolder('b.json', 'a.json', 'notes.md');
  const [a, b] = [join(folder, 'a.json'), join(folder, 'b.json')];

  expect(listPactFiles([b, folder])).toEqual([b, a]);
});

test('refuses a folder without pacts, and a path that does not exist', async () => {
  const folder = await createFolder('notes.md');
  const missing = join(folder, 'a.json');

  expect(() => listPactFiles([folder])).toThrow(`The folder ${folder} has no file`);
  expect(() => listPactFiles([missing])).toThrow(`There is no pact ${missing}.`);
});

test('reads a pact, and names one that cannot be read', async () => {
  const folder = await createFolder('a.json');
  const [path, missing] = [join(folder, 'a.json'), join(folder, 'b.json')];

  expect(readPactFile(path)).toEqual({ source: path, text: '{}' });
  expect(() => readPactFile(missing)).toThrow(`The pact ${missing} `);
});
