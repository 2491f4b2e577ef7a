import { expect, test } from 'vitest';
import { readText } from '../../../scripts/doc-tables.js';
import { brokenVariants } from './broken.js';
import { verifyInProcess } from './in-process.js';
import { legalVariants } from './legal.js';
import { Service } from './service.js';
import { reasonToPass } from './verdict.js';

test('the plain service passes every requirement that its few pets can show', async () => {
  const { requirements } = await verifyInProcess(Service, 5_000);

  const notPassed = requirements.flatMap(({ cases }) =>
    cases.filter((one) => one.verdict !== 'passed'),
  );
  expect(notPassed.map(({ verdict, reason }) => `${verdict}: ${reason}`)).toEqual([
    expect.stringMatching(/^inconclusive: no list was empty; /),
    expect.stringMatching(/^inconclusive: the list had 73 pets; 100 would show it, /),
  ]);
});

test.for(['README.md', 'docs/providers.md'])('%s counts the variants that fail', (page) => {
  const found = brokenVariants.filter((variant) => reasonToPass(variant) === undefined);

  expect(readText(page)).toContain(`**${found.length} of ${brokenVariants.length}**`);
  expect(readText(page)).toContain(`**0 of ${legalVariants.length}**`);
});

test('no two variants have the same name', () => {
  const names = [...brokenVariants, ...legalVariants].map(({ name }) => name);

  expect(new Set(names).size).toBe(names.length);
});
