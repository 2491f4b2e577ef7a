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
  'id-null-when-created': ['curl-shop'],
  'pending-becomes-available': ['curl-shop'],
  'id-as-uuid': ['curl-shop'],
  'filter-available-shows-all-but-sold': ['playwright-shop', 'vitest-shop'],
  'limit-above-50-refused': ['playwright-shop'],
  'missing-name-accepted': ['playwright-shop'],
  'reading-removed-early': ['curl-shop'],
  'unknown-pet-is-the-nearest': ['curl-shop'],
  'list-without-key-is-empty': ['vitest-shop'],
  'key-in-quotes': [],
  'deeper-address': [],
  'falling-ids': [],
  'one-large-category-only': [],
  'members-in-another-order': [],
  'replica-lags-behind': [],
  'rate-limit-until-a-date': [],
};

test.each(Object.entries(affected))('%s fails the contracts of %j', async (name, expected) => {
  const codes = shops.map(async ({ text }) => {
    const provider = await openProvider(variantNamed(variants, name));
    const { categoryId } = provider;
    const flags = categoryId === undefined ? [] : ['--category-id', categoryId];
    return (await verifyPact(provider, text, [...flags, '--timeout', '3000'])).code;
  });
  const results = await Promise.all(codes);

  const failed = shops.filter((_shop, index) => results[index] !== 0);
  expect(failed.map((shop) => shop.name)).toEqual(expected);
});
