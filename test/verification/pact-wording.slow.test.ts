import { expect, onTestFinished, test } from 'vitest';
import { readContract } from '../../src/verification/pact/contract.js';
import { PactVerifier } from '../../src/verification/pact/run-pact.js';
import { verifyContract } from '../../src/verification/pact/verify-contract.js';
import { brokenVariants } from '../providers/broken.js';
import { createPets, createProviderWith, neverStopped } from './check-context.js';
import { openProvider, variantNamed } from './providers.js';

/** Verifies a broken provider against the contract only; returns the problems. */
async function findProblems(name: string): Promise<string[]> {
  const { url, apiKey } = await openProvider(variantNamed(brokenVariants, name));
  const provider = createProviderWith(fetch, { url, apiKey });
  const pets = createPets(provider);
  const verifier = new PactVerifier();
  onTestFinished(() => verifier.end());
  const results = await verifyContract(provider, pets, readContract(), {
    verifier,
    timeout: 5_000,
    maxConcurrency: 1,
    stop: neverStopped(),
    onResult: () => {},
  });
  return results
    .flatMap(({ cases }) => cases.filter(({ verdict }) => verdict === 'failed'))
    .flatMap(({ evidence }) => evidence?.problem ?? []);
}

test.each([
  ['id-as-string', /^\$\.id must be an integer; got "\d+" \(a string\)$/],
  ['id-named-otherwise', /^the body must have id; got the fields \w+, /],
  [
    'filter-ignored',
    /^status of pet \d+ must be "sold"; got "\w+" \(a string\) \(and \d+ more like it\)/,
  ],
  ['limit-1-means-no-limit', /^the body must have at most 1 element; got \d+$/],
  ['list-as-json-lines', /^the body must be JSON; Pact cannot parse it \(.+\)$/],
  ['error-status-always-400', /^\$\.status must be 404, the same as the HTTP status; got 400 /],
  ['vendor-content-type', /^the header Content-Type must be application\/json; got "app\S+"$/],
])("describes today's messages of Pact's verifier: %s", async (name, words) => {
  const problems = await findProblems(name);

  expect(problems).toContainEqual(expect.stringMatching(words));
  expect(
    problems.filter((one) => /does not match the contract|Expected |Actual /.test(one)),
  ).toEqual([]);
});
