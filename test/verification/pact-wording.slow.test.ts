import { expect, test } from 'vitest';
import { readContract } from '../../src/verification/pact/contract.js';
import { judgeContract } from '../../src/verification/pact/verify-contract.js';
import { AnimalStore } from '../../src/verification/provider/animal-store.js';
import { VerificationPets } from '../../src/verification/provider/pets.js';
import { Provider } from '../../src/verification/provider/provider.js';
import { createTransport } from '../../src/verification/provider/transport.js';
import { brokenVariants } from '../providers/broken.js';
import { openProvider, variantNamed } from './providers.js';

/** What comes, by the contract alone, at a broken provider. */
async function cameAt(name: string): Promise<string[]> {
  const { url, apiKey } = await openProvider(variantNamed(brokenVariants, name));
  const transport = createTransport({ url, timeout: 5_000, fetch });
  const provider = new Provider(transport, { valid: apiKey, invalid: 'key-of-nobody' }, false);
  const pets = new VerificationPets(new AnimalStore(provider), 1n, 'test');
  const promises = await judgeContract(provider, pets, readContract(false), 5_000, () => {});
  return promises.flatMap(({ evidence }) => evidence?.came ?? []);
}

test.each([
  ['id-as-string', /^\$\.id must be an integer, and "\d+" \(a string\) came: 201 /],
  ['id-named-otherwise', /^the body must have id, and the fields \w+, .* came: 201 /],
  ['filter-ignored', /^\$\[\d+\]\.status must be "sold", and "\w+" \(a string\) came; .*: 200 /],
  ['limit-1-means-no-limit', /^the body must have at most 1 element, and \d+ came: 200 /],
  ['list-as-json-lines', /^the body must be JSON, and can not be read as such \(.+\): 200 /],
  [
    'error-status-always-400',
    /^\$\.status must be 404, as the HTTP status is, and 400 .* came: 404 /,
  ],
  [
    'vendor-content-type',
    /^the header Content-Type must be application\/json, and "app\S+" came: /,
  ],
])("%s is told in words of one's own, by what Pact's verifier says today", async (name, words) => {
  const came = await cameAt(name);

  expect(came).toContainEqual(expect.stringMatching(words));
  expect(came.filter((one) => /is not as the contract says|Expected |Actual /.test(one))).toEqual(
    [],
  );
});
