import { expect, test } from 'vitest';
import { openProvider, serviceOf } from '../../verify/open-provider.js';
import { shops } from './contract-files.js';
import { findFailed, verifyPact } from './verify-pacts.js';

/** The shops that read what a variant of the service breaks: only their contracts fail. */
const affected: Readonly<Record<string, readonly string[]>> = {
  'JSON starts with a byte order mark, which comes from a source file.': [
    'curl-shop',
    'playwright-shop',
    'vitest-shop',
  ],
  'JSON is put together by hand: a quote in a name ends the string.': [
    'playwright-shop',
    'vitest-shop',
  ],
  'In a list, pets have no category.': [],
  'A pet created as pending is available.': [],
  'A pet is shown with the id as a string of digits.': ['curl-shop'],
  'The filter available shows pending pets too.': ['playwright-shop', 'vitest-shop'],
  'A limit above 50 is refused with 400.': ['playwright-shop'],
  'In a list, pets have no name.': ['playwright-shop'],
  'In a list, pets have no status.': ['curl-shop', 'playwright-shop', 'vitest-shop'],
  'An Error has no code.': [],
  'For an unknown id a pet of that id is made up.': ['curl-shop'],
  'A list without the key is answered with 200 and no pets.': ['vitest-shop'],
  'Ids are negative.': [],
  'Accepted are only one category, which is beyond 2^53.': [],
  'JSON starts with blank lines and ends with a line break.': [],
  'A created pet is in lists 150 ms later, and can be read then.': [],
};

test.for(Object.entries(affected))('%s fails the contracts of %j', async ([name, expected]) => {
  const provider = await openProvider(serviceOf(name));
  const { categoryId } = provider;
  const flags = categoryId === undefined ? [] : ['--category-id', categoryId];
  const pacts = shops.map(({ text }) => text);

  const { report } = await verifyPact(provider, pacts, [...flags, '--timeout', '3000']);

  expect(findFailed(report)).toEqual(expected);
});
