import { expect, onTestFinished, test } from 'vitest';
import { verify } from '../../src/index.js';
import { brokenVariants } from '../providers/broken.js';
import { startProvider } from '../providers/provider.js';

/** What `verify` calls broken of a provider of the catalogue. */
async function brokenBy(name: string): Promise<string[]> {
  const provider = await startProvider(brokenVariants.find((variant) => variant.name === name));
  onTestFinished(provider.close);
  const { promises } = await verify({ url: provider.url, apiKey: provider.apiKey });
  return promises.filter(({ verdict }) => verdict === 'broken').map(({ promise }) => promise);
}

const anyWrongBody = 'a body that is no NewPet is refused, whichever way it is wrong';

test.each([
  ['category-beyond-int64-accepted', ['a pet with a categoryId beyond int64 is refused']],
  ['fraction-of-category-kept', ['a pet with a fraction for a categoryId is refused']],
  ['status-null-kept', ['a pet with null for a status is refused']],
  [
    'unknown-status-accepted',
    [
      'a pet with a status in capital letters is refused',
      'a pet with an unknown status is refused',
    ],
  ],
])('a wrong pet that stays in every list accuses no other promise: %s', async (name, promises) => {
  expect(await brokenBy(name)).toEqual([...promises, anyWrongBody]);
});
