import { expect, onTestFinished, test } from 'vitest';
import { verify } from '../../src/index.js';
import { brokenVariants } from '../providers/broken.js';
import { startProvider } from '../providers/provider.js';

/** Finds the requirements that a provider of the catalogue fails. */
async function findFailures(name: string): Promise<string[]> {
  const provider = await startProvider(brokenVariants.find((variant) => variant.name === name));
  onTestFinished(provider.close);
  const { requirements } = await verify({ url: provider.url, apiKey: provider.apiKey });
  return requirements
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ requirement }) => requirement);
}

const anyInvalidBody = 'createPet rejects every body that is not a NewPet';

test.each([
  ['category-beyond-int64-accepted', ['a pet with a categoryId beyond int64 is rejected']],
  ['fraction-of-category-kept', ['a pet with a fraction as categoryId is rejected']],
  ['status-null-kept', []],
  [
    'unknown-status-accepted',
    [
      'a pet with a status in capital letters is rejected',
      'a pet with an unknown status is rejected',
    ],
  ],
])('an invalid pet in every list fails no other requirement: %s', async (name, requirements) => {
  expect(await findFailures(name)).toEqual([...requirements, anyInvalidBody]);
});
