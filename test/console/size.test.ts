import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../dist/console/', import.meta.url));

/** Bytes of files, each compressed by itself. */
function measure(files: readonly string[]): number {
  const sizes = files.map((file) => gzipSync(readFileSync(`${folder}console/${file}`)).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('has at most 80 KB of compressed scripts and styles', () => {
  expect(measure(readdirSync(`${folder}console`))).toBeLessThanOrEqual(80 * 1024);
});

test('loads at most 20 KB of them before the first view', () => {
  const page = readFileSync(`${folder}index.html`, 'utf8');
  const files = [...page.matchAll(/"\.\/console\/([^"]+)"/g)].map(([, file = '']) => file);

  expect(files.length).toBeGreaterThan(1);
  expect(measure(files)).toBeLessThanOrEqual(20 * 1024);
});
