import { describe, expect, test } from 'vitest';
import { laws } from '../../src/verification/checks/all-checks.js';
import { documentWords, sectionTitles, wordsFor } from '../../src/verification/document.js';
import { readContract } from '../../src/verification/pact/contract.js';
import { plainText, sections } from './interface-document.js';

const { interactions } = readContract(false);
const wholeDocument = [...sections.values()].map(({ text }) => text).join(' ');

test('the sections of the document are found', () => {
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

test.each(Object.entries(documentWords))(
  'the words called %s stand in the document',
  (_, words) => {
    expect(wholeDocument).toContain(plainText(words));
  },
);

test.each(Object.entries(sectionTitles))(
  'section %s has the title that it is given',
  (number, title) => {
    expect(sections.get(number)?.title).toBe(title);
  },
);

describe('the words quoted with a promise stand in the section that it names', () => {
  test.each(laws)('$promise', ({ section, document }) => {
    expect(sections.get(section)?.text).toContain(plainText(document));
  });

  test.each(interactions)('$description', ({ section, status }) => {
    expect(sections.get(section)?.text).toContain(plainText(wordsFor(section, status)));
  });
});

test('every section that a promise names has a title', () => {
  const named = new Set([...laws, ...interactions].map(({ section }) => section));

  expect(Object.keys(sectionTitles)).toEqual(expect.arrayContaining([...named]));
});

test('a status that the document has no words for is an error, and no guess', () => {
  expect(() => wordsFor('6', 200)).toThrow('no words for the status 200 in section 6');
});

test('no two promises are the same sentence', () => {
  const sentences = [
    ...laws.map(({ promise }) => promise),
    ...interactions.map(({ description }) => description),
  ];

  expect(new Set(sentences).size).toBe(sentences.length);
});
