import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { addToPactFile } from '../../src/pact-file.js';
import type { NeededUse } from '../../src/recording/needs.js';
import { formatPact } from '../../src/recording/pact.js';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const list = (limit: number, fields?: readonly string[]): NeededUse => ({
  use: { operation: 'listPets', status: 200, sent: { limit: String(limit) } },
  fields,
});
const limits = Array.from({ length: 20 }, (_, place) => list(place + 1));

test('a contract has the uses of all runs, and names those that one run lacks', async () => {
  const path = join(await createFolder(), 'contracts', 'shop.json');
  expect(await addToPactFile(path, 'shop', [list(1), list(2)])).toEqual({
    total: 2,
    added: 2,
    unseen: [],
  });
  expect(await addToPactFile(path, 'shop', [list(2), list(3)])).toEqual({
    total: 3,
    added: 1,
    unseen: ['listPets with limit 1 returns 1 pet'],
  });
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', limits.slice(0, 3)));
});

test('a run without uses writes no file, and keeps one', async () => {
  const path = join(await createFolder(), 'shop.json');
  expect(await addToPactFile(path, 'shop', [])).toEqual({ total: 0, added: 0, unseen: [] });
  await expect(readFile(path)).rejects.toThrow('ENOENT');

  await addToPactFile(path, 'shop', limits);
  await addToPactFile(path, 'shop', []);
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', limits));
});

test('needs of several runs are united', async () => {
  const path = join(await createFolder(), 'shop.json');
  await addToPactFile(path, 'shop', [list(1, ['id', 'name']), list(2, ['id'])]);
  await addToPactFile(path, 'shop', [list(1, ['id', 'status']), list(2)]);
  const uses = [list(1, ['id', 'name', 'status']), list(2)];
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', uses));
});

test('writers at the same time lose nothing', async () => {
  const folder = await createFolder();
  const path = join(folder, 'shop.json');
  await Promise.all(limits.map((one) => addToPactFile(path, 'shop', [one])));
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', limits));
  expect(await readdir(folder)).toEqual(['shop.json']);
});

test('takes over the lock of a process that was killed', async () => {
  const folder = await createFolder();
  const path = join(folder, 'shop.json');
  const lock = join(folder, '.shop.json.lock');
  // No process has this number.
  await writeFile(lock, `${hostname()} ${2 ** 30}`);
  await addToPactFile(path, 'shop', limits);
  for (const owner of ['elsewhere 1', `${hostname()} nobody`, '']) {
    await writeFile(lock, owner);
    await utimes(lock, 0, 0);
    await addToPactFile(path, 'shop', limits);
  }
  expect(await readdir(folder)).toEqual(['shop.json']);
});

const foreign: readonly (readonly [what: string, content: string, reason: string])[] = [
  ['is empty', '', 'it is not JSON'],
  ['is broken', formatPact('shop', limits).slice(0, 1000), 'it is not JSON'],
  ['another tool wrote', '{"interactions":[]}', 'it was not recorded by this simulator'],
  [
    'is of another consumer',
    formatPact('web', []),
    'it is the contract of the consumer "web". Correct the consumer, or name another file.',
  ],
  [
    'has another format',
    formatPact('shop', []).replace('"format": 1', '"format": 2'),
    'it was recorded by another version of the simulator',
  ],
  [
    'has an interaction of another tool',
    formatPact('shop', limits.slice(0, 1)).replace('"limit": "1"', '"limit": "0"'),
    'it has an interaction that was not recorded ("listPets with limit 1 returns 1 pet")',
  ],
];

test.each(foreign)('keeps a file that %s, and says so', async (_what, content, reason) => {
  const path = join(await createFolder(), 'shop.json');
  await writeFile(path, content);
  await expect(addToPactFile(path, 'shop', limits)).rejects.toThrow(
    `The contract ${path} can't be added to, because ${reason}`,
  );
  expect(await readFile(path, 'utf8')).toBe(content);
});

test.runIf(process.platform === 'linux')('says when no folder can be created', async () => {
  await expect(addToPactFile('/proc/new/folder/shop.json', 'shop', limits)).rejects.toThrow(
    "The contract /proc/new/folder/shop.json can't be written: ENOENT",
  );
});

test('asks for a file instead of a folder', async () => {
  const path = await createFolder();
  await expect(addToPactFile(path, 'shop', limits)).rejects.toThrow(
    'it is a folder. Name a file in it, such as shop.json.',
  );
});

test('a simulator does not start with a contract that it cannot add to', async () => {
  const path = join(await createFolder(), 'shop.json');
  await writeFile(path, '[]');
  await expect(startSimulator({ pact: path, consumer: 'shop' })).rejects.toThrow('Delete it');
});

test('a simulator writes the contract when it closes', async () => {
  const path = join(await createFolder(), 'shop.json');
  const simulator = await startSimulator({ pact: path, consumer: 'shop', needs: { Pet: ['id'] } });
  const headers = { Authorization: `Bearer ${simulator.apiKey}` };
  await fetch(`${simulator.url}/pets?limit=3`, { headers });
  await simulator.close();
  expect(await readFile(path, 'utf8')).toBe(formatPact('shop', [list(3, ['id'])]));
  expect((await simulator.pact()).text).toBe(await readFile(path, 'utf8'));
});
