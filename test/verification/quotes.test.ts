import { describe, expect, test } from 'vitest';
import { allChecks } from '../../src/verification/checks/all-checks.js';
import { findQuote, quotes, sectionTitles } from '../../src/verification/document.js';
import { readContract } from '../../src/verification/pact/contract.js';
import { chooseQuote } from '../../src/verification/report/quotes.js';
import { plainText, sections } from './interface-document.js';
import { createEvidence } from './results.js';

const { interactions } = readContract();

test('finds the sections of the document', () => {
  expect([...sections.keys()]).toEqual([
    '1',
    '2',
    '3',
    '4',
    '4.1',
    '4.2',
    '4.3',
    '4.4',
    '5',
    '6',
    '7',
    '8',
    '9',
  ]);
});

test.each(Object.entries(quotes))('the document has the quote %s in its section', (_, quoted) => {
  expect(sections.get(quoted.section)?.text).toContain(plainText(quoted.quote));
});

test.each(Object.entries(sectionTitles))('section %s has its title', (number, title) => {
  expect(sections.get(number)?.title).toBe(title);
});

describe('the section of a requirement contains its quote', () => {
  test.each(allChecks)('$requirement', ({ section, quote }) => {
    expect(sections.get(section)?.text).toContain(plainText(quote));
  });

  test.each(interactions)('$description', ({ section, status }) => {
    expect(sections.get(section)?.text).toContain(plainText(findQuote(section, status)));
  });
});

test('every section of a requirement has a title', () => {
  const named = new Set([...allChecks, ...interactions].map(({ section }) => section));

  expect(Object.keys(sectionTitles)).toEqual(expect.arrayContaining([...named]));
});

test('rejects a status without a quote', () => {
  expect(() => findQuote('6', 200)).toThrow('no quote for status 200 in section 6');
});

test('every requirement is unique', () => {
  const sentences = [
    ...allChecks.map(({ requirement }) => requirement),
    ...interactions.map(({ requirement }) => requirement),
  ];

  expect(new Set(sentences).size).toBe(sentences.length);
});

test.each([
  ['POST /pets', '201 or 400 with', quotes.badRequest],
  ['POST /pets', '400 or 401 with', quotes.unauthorized],
  ['POST /pets', '201 or 413 with', quotes.created],
  ['GET /pets/7', '404 or 401 with', quotes.unauthorized],
  ['GET /pets/7', '200 or 404 with', quotes.notFound],
  ['GET /pets/7', 'no answer', quotes.requested],
])('a %s that expects %s quotes the words for the failure, if any', (request, expected, quoted) => {
  const evidence = createEvidence({ request, expected: `${expected} an Error` });

  expect(chooseQuote(evidence, quotes.page)).toBe(quoted);
});
