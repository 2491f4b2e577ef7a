import { expect, test } from 'vitest';
import { openProvider, serviceOf } from '../../verify/open-provider.js';
import { brokenVariants } from '../../verify/providers/broken.js';
import { legalVariants } from '../../verify/providers/legal.js';
import { shops } from './shops.js';
import { findFailed, verifyPact } from './verify-pacts.js';

const variants = [...brokenVariants, ...legalVariants];

/** The shops that read what a variant of the service breaks: only their contracts fail. */
const affected: Readonly<Record<string, readonly string[]>> = {
  'JSON starts with a byte order mark, which comes from a source file.': [
    'curl-shop',
    'playwright-shop',
    'vitest-shop',
  ],
  'JSON is put together by hand, so a quote in a name ends the string.': [
    'playwright-shop',
    'vitest-shop',
  ],
  'A created pet is shown without its category.': [],
  'A pet created as pending is available.': ['curl-shop'],
  'The id is a UUID.': ['curl-shop', 'playwright-shop', 'vitest-shop'],
  'The filter available shows pets that are pending too.': ['playwright-shop', 'vitest-shop'],
  'A limit above 50 is refused with 400.': ['playwright-shop'],
  'For an unknown id the pet of the next smaller id is read.': ['curl-shop'],
  'A list without the key is answered with 200 and no pets.': ['vitest-shop'],
  'Every new id is smaller than the one before.': [],
  'Only one category is accepted, and it is beyond 2^53.': [],
  'The members of objects come in the opposite order.': [],
  'A created pet is in lists, and can be read, 150 ms later.': [],
};

test.for(Object.entries(affected))('%s fails the contracts of %j', async ([name, expected]) => {
  const provider = await openProvider(serviceOf(variants, name));
  const { categoryId } = provider;
  const flags = categoryId === undefined ? [] : ['--category-id', categoryId];
  const pacts = shops.map(({ text }) => text);

  const { report } = await verifyPact(provider, pacts, [...flags, '--timeout', '3000']);

  expect(findFailed(report)).toEqual(expected);
});
