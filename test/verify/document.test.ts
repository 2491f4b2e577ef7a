import { expect, test } from 'vitest';
import { operations } from '../../src/document/operations.js';
import { quotes } from '../../src/document/quotes.js';
import { requirements } from '../../src/document/requirements.js';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { readInterface, readStatements } from '../behaviour/document/statements.js';

const statements = readStatements();

/** Whether the words stand in a section, which 4.1 isn't of 4, or are a heading. */
const isQuoted = ({ section, quote }: { readonly section: string; readonly quote: string }) =>
  statements.get(section)?.join(' ').includes(quote.replace(/\s+/g, ' ').trim()) ||
  readInterface().includes(`\n### ${quote}\n`);

test.each(Object.entries(quotes))('the document has the quote %s in its section', (_, quoted) => {
  expect(isQuoted(quoted)).toBe(true);
});

test.each(operations)('each response of $name has a requirement', ({ name, statuses }) => {
  const required = requirements.filter(({ request }) => request.operation === name);
  expect(new Set(required.map(({ response }) => response.status))).toEqual(new Set(statuses));
});

test('the section of each requirement contains its quote', () => {
  expect(allChecks.filter((check) => !isQuoted(check))).toEqual([]);
});
