import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSimulator, startSimulator, UsageError } from '../../src/index.js';
import { readFileInChunks } from '../../src/options/read-chunks.js';
import { readFileAtOnce } from '../../src/options/read-file.js';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const describe = (problem: string) => `The file ${problem}.`;

async function readChunks(path: string, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readFileInChunks({ path, maxBytes, describe })) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const readAtOnce = async (path: string, maxBytes: number) =>
  Buffer.from(readFileAtOnce({ path, maxBytes, describe })).toString();

const onPosix = test.skipIf(process.platform === 'win32');
const ways = [
  ['in chunks', readChunks],
  ['at once', readAtOnce],
] as const;

for (const [way, read] of ways) {
  test(`reads a file of the largest size ${way}`, async () => {
    const path = join(await createFolder(), 'file');
    await writeFile(path, 'x'.repeat(200_000));

    expect(await read(path, 200_000)).toBe('x'.repeat(200_000));
    await expect(read(path, 199_999)).rejects.toThrow(UsageError);
  });

  onPosix(`names the limit of a device without an end ${way}`, async () => {
    await expect(read('/dev/zero', 1024 ** 2)).rejects.toThrow(
      'The file has more than 1 MiB, the limit.',
    );
  });

  onPosix(`reads a pipe without a writer as empty ${way}`, async () => {
    const path = join(await createFolder(), 'pipe');
    execFileSync('mkfifo', [path]);

    expect(await read(path, 100)).toBe('');
  });

  test(`names the problem of a folder ${way}`, async () => {
    await expect(read(await createFolder(), 100)).rejects.toThrow(/^The file can't be read \(E/);
  });
}

onPosix('waits for the writer of a pipe', async () => {
  const path = join(await createFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  // It opens both ends, so that the reader finds a writer.
  const writer = await open(path, 'r+');
  await writer.write('hello\n');

  const chunks = readFileInChunks({ path, maxBytes: 1_000, describe });
  const first = await chunks.next();
  await writer.close();

  expect(Buffer.from(first.value ?? []).toString()).toBe('hello\n');
  expect((await chunks.next()).done).toBe(true);
});

onPosix('names the limit of a config file', () => {
  expect(() => createSimulator({ config: '/dev/zero' })).toThrow(
    'The config file /dev/zero has more than 1 MiB, the limit. Check its path.',
  );
});

onPosix('rejects a fixture that is an empty pipe, or a folder', async () => {
  const folder = await createFolder();
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);

  await expect(startSimulator({ fixture: path })).rejects.toThrow(UsageError);
  await expect(startSimulator({ fixture: folder })).rejects.toThrow(
    /got ".*", which can't be read \(EISDIR\)/,
  );
});

onPosix('names the limit of a fixture', async () => {
  await expect(startSimulator({ fixture: '/dev/zero' })).rejects.toThrow(
    'got "/dev/zero", which has more than 128 MiB, the limit.',
  );
});
