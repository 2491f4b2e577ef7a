import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentStatements } from './statements.js';

/** Where the sentences of each section are tested. */
const testFiles: Readonly<Record<string, string>> = {
  '2': 'section-2.test.ts',
  '3': 'section-3.test.ts',
  '4': 'section-4.test.ts',
  '4.1': 'section-4-1.test.ts',
  '4.2': 'section-4-2.test.ts',
  '4.3': 'section-4-3.test.ts',
  '4.4': 'section-4-4.test.ts',
  '5': 'section-5.test.ts',
  '6': 'section-6.test.ts',
  '7': 'section-7.test.ts',
  '8': 'section-8.test.ts',
  '9': 'section-9.test.ts',
};

test('tests every section of the document and no other', () => {
  const stated = [...documentStatements().keys()];

  expect(Object.keys(testFiles).sort()).toEqual(stated.sort());
});

test.each(Object.entries(testFiles))('section %s is tested in %s', (section, file) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');

  const opened = [...text.matchAll(/\bsectionTests\('([^']*)'\)/g)].map(([, name]) => name);

  expect(opened).toEqual([section]);
});
