import { expect, test } from 'vitest';
import { quotes } from '../../src/document/quotes.js';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { plainText, sections } from './interface-document.js';

test.each(Object.entries(quotes))('the document has the quote %s in its section', (_, quoted) => {
  expect(sections.get(quoted.section)?.text).toContain(plainText(quoted.quote));
});

test('the section of each requirement contains its quote', () => {
  const wrong = allChecks.filter(
    ({ section, quote }) => !sections.get(section)?.text.includes(plainText(quote)),
  );
  expect(wrong).toEqual([]);
});

test('every requirement has a sentence of its own', () => {
  const sentences = allChecks.map(({ requirement }) => requirement);
  expect(new Set(sentences).size).toBe(sentences.length);
});
