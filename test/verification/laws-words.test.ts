import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { laws } from '../../src/verification/checks/all-checks.js';
import { documentWords, sectionTitles } from '../../src/verification/document.js';

const document = readFileSync(new URL('../../spec/interface.md', import.meta.url), 'utf8').replace(
  / +/g,
  ' ',
);

/** The sections by their numbers, each up to the heading of the next. */
const sections = new Map(
  document
    .split(/^#+ (?=\d)/m)
    .slice(1)
    .map((text) => [/^[\d.]*\d/.exec(text)?.[0] ?? '', text] as const),
);

test.each(Object.values(documentWords))('the document says: %s', (words) => {
  expect(document).toContain(words);
});

test.each(laws.map(({ promise, section, document: words }) => [promise, section, words] as const))(
  '%s: section %s says so',
  (_promise, section, words) => {
    expect(sections.get(section)).toContain(words);
    expect(Object.keys(sectionTitles)).toContain(section);
  },
);
