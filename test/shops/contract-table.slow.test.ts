import { afterAll, describe, expect, test } from 'vitest';
import { closeVerifiers } from '../providers/warm-pact.js';
import { readText } from '../readme/blocks.js';
import { formatPage, formatRow, variants } from './table.js';
import { judgeVariant } from './verdicts.js';

afterAll(closeVerifiers);

const page = readText('docs/contract-table.md');
const rows = page.split('\n').filter((line) => line.startsWith('| `'));

/** Whether the contract of a shop meets their fault depends on the clock. */
const byChance = ['id-by-the-clock', 'pets-expire'];

/** All rows take a minute of processor time; a fixed sample is enough to notice a change. */
const sample = [...variants.entries()].filter(
  ([index, { name }]) => index % 6 === 0 && !byChance.includes(name),
);

describe.concurrent('a row of docs/contract-table.md is true', () => {
  test.each(sample)('%i', async (index, variant) => {
    expect(rows[index]).toBe(formatRow(variant, await judgeVariant(variant)));
  });
});

test('the figures of docs/contract-table.md are those of its rows', () => {
  expect(rows).toHaveLength(variants.length);
  expect(page).toBe(formatPage(rows));
});

test('no contract fails a correct provider', () => {
  const correct = rows.filter((row) => row.includes('| correct |'));

  expect(correct.filter((row) => !row.endsWith('| correct | · | · | · |'))).toEqual([]);
});
