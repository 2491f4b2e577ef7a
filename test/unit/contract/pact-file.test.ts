import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatPact } from '../../../src/contract/pact.js';
import { addToPactFile, checkPactFile } from '../../../src/contract/pact-file.js';
import { need, type Use } from '../../../src/contract/use.js';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const list = (limit: number, fields?: readonly string[]): Use =>
  need({ operation: 'listPets', status: 200, sent: { limit: String(limit) } }, fields);
const limits = Array.from({ length: 20 }, (_, place) => list(place + 1));

test('a contract has the uses of all runs, and names those that one run lacks', async () => {
  const path = join(await createFolder(), 'contracts', 'shop.json');
  expect(await addToPactFile(path, 'shop', [list(1), list(2)])).toEqual({
    total: 2,
    added: 2,
    deprecated: [],
    unseen: [],
  });
  expect(await addToPactFile(path, 'shop', [list(2), list(3)])).toEqual({
    total: 3,
    added: 1,
    deprecated: [],
    unseen: ['listPets with limit 1 returns 1 pet'],
  });
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', limits.slice(0, 3)));
});

test('a run without uses writes no file, and keeps one', async () => {
  const path = join(await createFolder(), 'shop.json');
  expect(await addToPactFile(path, 'shop', [])).toMatchObject({ total: 0, added: 0, unseen: [] });
  await expect(readFile(path)).rejects.toThrow('ENOENT');

  await addToPactFile(path, 'shop', limits);
  await addToPactFile(path, 'shop', []);
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', limits));
});

test('a contract with getPet says when getPet ends, and so does the run', async () => {
  const path = join(await createFolder(), 'shop.json');
  const getPet: Use = { operation: 'getPet', status: 404, sent: {} };
  const end = 'getPet is deprecated, and is to be removed on 2030-12-05 (section 4.3).';
  expect(await addToPactFile(path, 'shop', [getPet])).toMatchObject({ deprecated: [end] });
  const { interactions } = JSON.parse(await readFile(path, 'utf8'));
  expect(interactions[0].comments.text).toEqual([end]);
});

test('needs of several runs are united', async () => {
  const path = join(await createFolder(), 'shop.json');
  await addToPactFile(path, 'shop', [list(1, ['id', 'name']), list(2, ['id'])]);
  await addToPactFile(path, 'shop', [list(1, ['id', 'status']), list(2)]);
  const uses = [list(1, ['id', 'name', 'status']), list(2)];
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', uses));
});

test('writers at the same time lose nothing, and leave nothing behind', async () => {
  const folder = await createFolder();
  const path = join(folder, 'shop.json');
  await Promise.all(limits.map((one) => addToPactFile(path, 'shop', [one])));
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', limits));
  expect(await readdir(folder)).toEqual(['shop.json']);
});

const notRecorded =
  'it was changed, or was not recorded for the consumer "shop" by this version of the simulator. Delete it';

test.for<[what: string, content: string, reason: string]>([
  ['is broken', formatPact('shop', limits).slice(0, 1000), notRecorded],
  ['another tool wrote', '{"interactions":[]}', notRecorded],
  ['was changed', formatPact('shop', limits).replace('"limit": "1"', '"limit": "0"'), notRecorded],
  ['is of another consumer', formatPact('web', []), notRecorded],
])('keeps a file that %s, and says so', async ([, content, reason]) => {
  const path = join(await createFolder(), 'shop.json');
  await writeFile(path, content);
  await expect(addToPactFile(path, 'shop', limits)).rejects.toThrow(
    `The contract ${path} can't be added to, because ${reason}`,
  );
  expect(await readFile(path, 'utf8')).toBe(content);
});

test('adds to a file that was formatted anew', async () => {
  const path = join(await createFolder(), 'shop.json');
  await writeFile(path, JSON.stringify(JSON.parse(formatPact('shop', limits))));
  expect(await addToPactFile(path, 'shop', [])).toMatchObject({ total: 20, added: 0 });
});

test('says before a run that no folder can be created', async () => {
  const file = join(await createFolder(), 'file');
  await writeFile(file, '');
  const path = join(file, 'folder', 'shop.json');
  await expect(checkPactFile(path, 'shop')).rejects.toThrow(
    `The contract ${path} can't be written: ENOTDIR`,
  );
});

test('asks for a file instead of a folder', async () => {
  const path = join(await createFolder(), 'contracts');
  await mkdir(path);
  await expect(checkPactFile(path, 'shop')).rejects.toThrow(
    "it can't be read (EISDIR). Name a file, such as contracts/shop.json.",
  );
});
