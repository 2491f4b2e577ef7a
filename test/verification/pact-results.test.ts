import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { readContract } from '../../src/verification/pact/contract.js';
import { interactionHeader } from '../../src/verification/pact/recording-proxy.js';
import {
  PactFailed,
  type PactMismatch,
  type PactResults,
  type PactTask,
} from '../../src/verification/pact/run-pact.js';
import { judgeContract } from '../../src/verification/pact/verify-contract.js';
import { AnimalStore } from '../../src/verification/provider/animal-store.js';
import { VerificationPets } from '../../src/verification/provider/pets.js';
import { Provider } from '../../src/verification/provider/provider.js';
import { createTransport } from '../../src/verification/provider/transport.js';

const contract = readContract(false);
const description = 'a page has at most 1 pet when limit is 1';
const number = contract.interactions.findIndex((one) => one.description === description);

/** Judges the contract by what Pact's verifier says after this one call. */
async function judgedBy(says: () => PactResults) {
  const { fetch: fetchOfSimulator, apiKey } = createSimulator();
  const transport = createTransport({
    url: 'http://localhost/v1',
    timeout: 5_000,
    fetch: fetchOfSimulator,
  });
  const provider = new Provider(transport, { valid: apiKey, invalid: 'no-key' }, false);
  const pets = new VerificationPets(new AnimalStore(provider), 1n, 'test');
  const run = async ({ url }: PactTask) => {
    const headers = { [interactionHeader]: `${number}`, Authorization: `Bearer ${apiKey}` };
    await fetch(`${url}/pets?limit=1`, { headers });
    return says();
  };
  const promises = await judgeContract(provider, pets, contract, 5_000, () => {}, run);
  return {
    called: promises[number],
    notCalled: promises.find((_, index) => index !== number),
  };
}

const interaction = `Verifying a pact between one and another - ${description}`;
const failing = (mismatch: PactResults['errors'][number]['mismatch']): PactResults => ({
  interactionResults: [{ description, result: 'Error' }],
  errors: [{ interaction, mismatch }],
});

test('what Pact finds to be as it should is held', async () => {
  const { called } = await judgedBy(() => ({
    interactionResults: [{ description, result: 'OK' }],
    errors: [],
  }));

  expect(called).toMatchObject({ promise: description, verdict: 'held' });
});

test('what Pact can not verify, without a difference, is not proved, for its own reason', async () => {
  const { called } = await judgedBy(() => failing({ message: 'The plugin is missing' }));

  expect(called).toMatchObject({
    verdict: 'not proved',
    reason: "Pact's verifier could not verify the answer: The plugin is missing",
  });
});

test('differences are told once each, in an order of their own', async () => {
  const noNumber = (path: string, actual: string): PactMismatch => ({
    type: 'BodyMismatch',
    path,
    mismatch: 'Expected it to be a number',
    actual,
  });
  const twoThenOne = [
    noNumber('$[1].id', '"two"'),
    noNumber('$[0].id', '"one"'),
    noNumber('$[1].id', '"two"'),
  ];

  const { called } = await judgedBy(() => failing({ mismatches: twoThenOne }));

  expect(called?.verdict).toBe('broken');
  expect(called?.evidence?.expected).toBe('200 with Pets');
  expect(called?.evidence?.came).toMatch(
    /^\$\[0\]\.id must be an integer, and "one".*; \$\[1\]\.id must be an .* came: 200 \[\{/,
  );
});

test("a wrong content type is told as the header's, and not as the body's too", async () => {
  const mismatches: PactMismatch[] = [
    { type: 'BodyTypeMismatch', actual: 'text/html', mismatch: 'Expected a body' },
    {
      type: 'HeaderMismatch',
      key: 'Content-Type',
      mismatch: "Expected a header 'Content-Type' but was missing",
      expected: '"application/json"',
    },
  ];

  const { called } = await judgedBy(() => failing({ mismatches }));

  expect(called?.evidence?.came).toMatch(/^the header Content-Type must be .*, and none came: 200/);
});

test('JSON that Pact can not read is not proved', async () => {
  const mismatch = "Failed to parse the actual body: 'lone surrogate at line 1 column 9'";

  const { called } = await judgedBy(() =>
    failing({ mismatches: [{ type: 'BodyMismatch', path: '$', mismatch }] }),
  );

  expect(called).toMatchObject({
    verdict: 'not proved',
    reason: 'the answer is JSON, but Pact can not read it: it escapes half a surrogate pair',
  });
});

test('a call that was not made proves nothing', async () => {
  const { notCalled } = await judgedBy(() => failing({ mismatches: [] }));

  expect(notCalled).toMatchObject({
    verdict: 'not proved',
    reason: "Pact's verifier did not make this call: it gave no reason",
  });
});

test('without results nothing of the contract is proved', async () => {
  const { called, notCalled } = await judgedBy(() => {
    throw new PactFailed('it said "Pact core crashed"');
  });

  for (const judged of [called, notCalled]) {
    expect(judged).toMatchObject({
      verdict: 'not proved',
      reason: 'Pact\'s verifier failed: it said "Pact core crashed"',
    });
  }
});
