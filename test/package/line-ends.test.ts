import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readText } from '../../scripts/doc-tables.js';
import { createFolder } from '../support/files.js';
import { root } from './packed.js';

const read = (path: string) => readFileSync(path, 'utf8');

/** Gives each file of a folder the line ends that Git for Windows gives by default. */
function convertFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      writeFileSync(path, read(path).replace(/\r?\n/g, '\r\n'));
    }
  }
}

test('files with CRLF generate the same documents and fixtures', async () => {
  const folder = createFolder();
  for (const name of ['scripts', 'spec', 'fixtures']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  convertFiles(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');

  await promisify(execFile)(process.execPath, [join(folder, 'scripts/generate-documents.mjs')]);

  for (const room of ['src/document/generated', 'src/catalogue/generated']) {
    for (const name of readdirSync(join(root, room))) {
      expect(read(join(folder, room, name))).toBe(read(join(root, room, name)));
    }
  }
});

test('documents, fixtures and examples are read with LF, and checked out with LF', () => {
  const path = join(createFolder(), 'page.md');
  writeFileSync(path, '# A\r\n\r\nb\r\n');

  expect(readText(pathToFileURL(path).href)).toBe('# A\n\nb\n');
  expect(readText('.gitattributes')).toMatch(/^\* text=auto eol=lf$/m);
});
