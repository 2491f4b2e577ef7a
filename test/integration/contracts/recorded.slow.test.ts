import { expect, test } from 'vitest';
import { openProvider, variantNamed } from '../../verify/open-provider.js';
import { brokenVariants } from '../../verify/providers/broken.js';
import { legalVariants } from '../../verify/providers/legal.js';
import { shops } from './shops.js';
import { verifyPact } from './verify-pacts.js';

const variants = [...brokenVariants, ...legalVariants];

/** The shops that read what a variant of the service breaks: only their contracts fail. */
const affected: Readonly<Record<string, readonly string[]>> = {
  'byte-order-mark': ['curl-shop', 'playwright-shop', 'vitest-shop'],
  'quotes-in-names-not-escaped': ['playwright-shop', 'vitest-shop'],
  'category-missing-when-created': ['curl-shop'],
  'pending-becomes-available': ['curl-shop'],
  'id-as-uuid': ['curl-shop', 'playwright-shop', 'vitest-shop'],
  'filter-available-shows-all-but-sold': ['playwright-shop', 'vitest-shop'],
  'limit-above-50-refused': ['playwright-shop'],
  'unknown-pet-is-the-nearest': ['curl-shop'],
  'list-without-key-is-empty': ['vitest-shop'],
  'falling-ids': [],
  'one-large-category-only': [],
  'members-in-another-order': [],
  'replica-lags-behind': [],
};

test.for(Object.entries(affected))('%s fails the contracts of %j', async ([name, expected]) => {
  const provider = await openProvider(variantNamed(variants, name));
  const { categoryId } = provider;
  const flags = categoryId === undefined ? [] : ['--category-id', categoryId];
  const pacts = shops.map(({ text }) => text);

  const { results } = await verifyPact(provider, pacts, [...flags, '--timeout', '3000']);

  const failed = results.filter(({ outcome }) => outcome !== 'passed');
  expect([...new Set(failed.map(({ consumer }) => consumer))].sort()).toEqual(expected);
});
