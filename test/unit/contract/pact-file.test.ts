import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeInteraction } from '../../../src/contract/interaction.js';
import { formatPact } from '../../../src/contract/pact.js';
import { addToPactFile, isLocked } from '../../../src/contract/pact-file.js';
import {
  type RecordedRequirement as Recorded,
  withNeeds,
} from '../../../src/contract/response-parts.js';
import { requirements, requireNotFound } from '../../../src/document/requirements.js';
import { createFolder } from '../../support/files.js';

const some = requirements.slice(0, 20).map((one) => withNeeds(one, ['Pet.id', 'Error.code']));
const written = some.map(writeInteraction);
const [first, second, third] = some as [Recorded, Recorded, Recorded];

test('a contract has the interactions of all runs, and names those that one run lacks', async () => {
  const path = join(createFolder(), 'contracts', 'shop.json');
  const lists = { deprecated: [], unseen: [], widened: [], excluded: [] };
  const file = { path, consumer: 'shop', ...lists };
  expect(await addToPactFile(path, 'shop', [first, second])).toEqual({
    ...file,
    total: 2,
    added: 2,
  });
  expect(await addToPactFile(path, 'shop', [second, third])).toEqual({
    ...file,
    total: 3,
    added: 1,
    unseen: [first.sentence],
  });
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', written.slice(0, 3)));
});

test('a run without interactions writes no file, and keeps one', async () => {
  const path = join(createFolder(), 'shop.json');
  expect(await addToPactFile(path, 'shop', [])).toMatchObject({ total: 0, added: 0, unseen: [] });
  await expect(readFile(path)).rejects.toThrow('ENOENT');

  await addToPactFile(path, 'shop', some);
  await addToPactFile(path, 'shop', []);
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', written));
});

test('a contract with getPet says when getPet ends, and the run prints it', async () => {
  const path = join(createFolder(), 'shop.json');
  const getPet = withNeeds(requireNotFound, []);
  const end = 'getPet is deprecated, and will be removed on 2030-12-05 (section 4.3).';
  expect(await addToPactFile(path, 'shop', [getPet])).toMatchObject({ deprecated: [end] });
  const { interactions } = JSON.parse(await readFile(path, 'utf8'));
  expect(interactions[0].comments.text).toEqual([end]);
});

test('needs of several runs are united', async () => {
  const path = join(createFolder(), 'shop.json');
  await addToPactFile(path, 'shop', [withNeeds(first, ['Pet.id', 'Pet.name'])]);
  const more = [withNeeds(first, ['Pet.id', 'Pet.status'])];
  expect(await addToPactFile(path, 'shop', more)).toMatchObject({ widened: [first.sentence] });
  const united = withNeeds(first, ['Pet.id', 'Pet.name', 'Pet.status']);
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', [writeInteraction(united)]));
});

test('a run that says nothing about needs keeps those of the file', async () => {
  const path = join(createFolder(), 'shop.json');
  const precise = withNeeds(first, ['Pet.id']);
  await addToPactFile(path, 'shop', [precise]);
  const assumed = [first, second].map((one) => ({
    ...withNeeds(one, ['Pet.id', 'Pet.name']),
    isAssumed: true,
  }));
  expect(await addToPactFile(path, 'shop', assumed)).toMatchObject({ added: 1, widened: [] });
  const all = [precise, withNeeds(second, ['Pet.id', 'Pet.name'])];
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', all.map(writeInteraction)));
});

test('writers at the same time lose nothing, and leave nothing behind', async () => {
  const folder = createFolder();
  const path = join(folder, 'shop.json');
  await Promise.all(some.map((one) => addToPactFile(path, 'shop', [one])));
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', written));
  expect(await readdir(folder)).toEqual(['shop.json']);
});

test.for<[what: string, content: string]>([
  ['is broken', formatPact('shop', written).slice(0, 1000)],
  ['another tool wrote', '{"interactions":[]}'],
  ['is of another consumer', formatPact('web', [])],
  ['has an interaction that is null', formatPact('shop', [null as never])],
  ['has no list of interactions', formatPact('shop', []).replace(': []', ': {}')],
])('keeps a file that %s, and says so', async ([, content]) => {
  const path = join(createFolder(), 'shop.json');
  await writeFile(path, content);
  await expect(addToPactFile(path, 'shop', some)).rejects.toThrow(
    `The contract ${path} can't be added to, because it was not recorded for the consumer "shop"`,
  );
  expect(await readFile(path, 'utf8')).toBe(content);
});

test('keeps a file that was formatted anew until there is something to add', async () => {
  const path = join(createFolder(), 'shop.json');
  const content = JSON.stringify(JSON.parse(formatPact('shop', written)));
  await writeFile(path, content);
  expect(await addToPactFile(path, 'shop', [])).toMatchObject({ total: 20, added: 0 });
  expect(await readFile(path, 'utf8')).toBe(content);
  expect(await addToPactFile(path, 'shop', some)).toMatchObject({ added: 0 });
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', written));
});

test('says before a run that no folder can be created', async () => {
  const file = join(createFolder(), 'file');
  await writeFile(file, '');
  const path = join(file, 'folder', 'shop.json');
  await expect(addToPactFile(path, 'shop')).rejects.toThrow(
    `The contract ${path} can't be written: ENOTDIR`,
  );
});

test('asks for a file instead of a folder', async () => {
  const path = join(createFolder(), 'contracts');
  await mkdir(path);
  await expect(addToPactFile(path, 'shop')).rejects.toThrow(
    "it can't be read (EISDIR). Name a file, such as contracts/shop.json.",
  );
});

test.each([
  ['EEXIST', 'linux', true],
  ['EPERM', 'linux', false],
  ['EPERM', 'win32', true],
  ['EACCES', 'win32', true],
  ['ENOENT', 'win32', false],
] as const)('a lock that gives %s on %s is of another process: %s', (code, platform, expected) => {
  expect(isLocked(Object.assign(new Error(), { code }), platform)).toBe(expected);
});
