import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { readContract } from '../../src/verification/pact/contract.js';
import { interactionHeader } from '../../src/verification/pact/recording-proxy.js';
import {
  PactFailed,
  type PactMismatch,
  type PactResults,
  type PactTask,
} from '../../src/verification/pact/run-pact.js';
import { verifyContract } from '../../src/verification/pact/verify-contract.js';
import { createPets, createProviderWith, neverStopped } from './check-context.js';
import { decidingCase } from './results.js';

/** Verified in one round, without the invalid bodies. */
const contract = {
  interactions: readContract().interactions.filter(({ status }) => status !== 400),
  format: () => '{}',
};
const description = 'a page with limit 1 has at most 1 pet';
const number = contract.interactions.findIndex((one) => one.requirement === description);

/** Verifies the contract with given results of Pact's verifier, which sends this one request. */
async function verifyWith(getResults: () => PactResults) {
  const { fetch: simulatorFetch, apiKey } = createSimulator();
  const provider = createProviderWith(simulatorFetch, { apiKey });
  const run = async ({ url }: PactTask) => {
    const headers = { [interactionHeader]: `${number}`, Authorization: `Bearer ${apiKey}` };
    await fetch(`${url}/pets?limit=1`, { headers });
    return getResults();
  };
  const results = await verifyContract(provider, createPets(provider), contract, {
    verifier: { run, end: () => {} },
    timeout: 5_000,
    maxConcurrency: 1,
    stop: neverStopped(),
    onResult: () => {},
  });
  return {
    requested: results[number],
    notRequested: results.find((_, index) => index !== number),
  };
}

const interaction = `Verifying a pact between one and another - ${description}`;
const failing = (mismatch: PactResults['errors'][number]['mismatch']): PactResults => ({
  interactionResults: [{ description, result: 'Error' }],
  errors: [{ interaction, mismatch }],
});

test('passes what Pact passes', async () => {
  const { requested } = await verifyWith(() => ({
    interactionResults: [{ description, result: 'OK' }],
    errors: [],
  }));

  expect(requested).toMatchObject({ requirement: description, verdict: 'passed' });
});

test("is inconclusive with Pact's reason if there is no mismatch", async () => {
  const { requested } = await verifyWith(() => failing({ message: 'The plugin is missing' }));

  expect(requested).toMatchObject({
    verdict: 'inconclusive',
    cases: [{ reason: "Pact's verifier could not verify the response: The plugin is missing" }],
  });
});

test('shows each mismatch once, in a stable order', async () => {
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

  const { requested } = await verifyWith(() => failing({ mismatches: twoThenOne }));

  expect(requested?.verdict).toBe('failed');
  expect(decidingCase(requested)?.evidence?.expected).toBe('200 with Pets');
  expect(decidingCase(requested)?.evidence?.problem).toMatch(
    /^id of pet 1 must be an integer; got "one" \(a string\) \(and 1 more like it\)$/,
  );
  expect(decidingCase(requested)?.evidence?.received).toMatch(/^200 \[\{/);
});

test('names the whole body alike, however Pact does', async () => {
  const mismatch = 'Expected it to be a number';
  const mismatches = ['/', '$'].map((path) => ({ type: 'BodyMismatch', path, mismatch }) as const);

  const { requested } = await verifyWith(() => failing({ mismatches }));

  const paths = decidingCase(requested)?.evidence?.mismatches.map(({ path }) => path);
  expect([...new Set(paths)]).toEqual(['$']);
});

test('shows a wrong content type once, as a header', async () => {
  const mismatches: PactMismatch[] = [
    { type: 'BodyTypeMismatch', actual: 'text/html', mismatch: 'Expected a body' },
    {
      type: 'HeaderMismatch',
      key: 'Content-Type',
      mismatch: "Expected a header 'Content-Type' but was missing",
      expected: '"application/json"',
    },
  ];

  const { requested } = await verifyWith(() => failing({ mismatches }));

  expect(decidingCase(requested)?.evidence?.problem).toMatch(
    /^the header Content-Type must be .*; got none$/,
  );
});

test('is inconclusive for JSON that Pact cannot parse', async () => {
  const mismatch = "Failed to parse the actual body: 'lone surrogate at line 1 column 9'";

  const { requested } = await verifyWith(() =>
    failing({ mismatches: [{ type: 'BodyMismatch', path: '$', mismatch }] }),
  );

  expect(requested).toMatchObject({
    verdict: 'inconclusive',
    cases: [
      {
        reason: 'the response is JSON, but Pact cannot parse it: it escapes half a surrogate pair',
      },
    ],
  });
});

test('is inconclusive without a request', async () => {
  const { notRequested } = await verifyWith(() => failing({ mismatches: [] }));

  expect(notRequested).toMatchObject({
    verdict: 'inconclusive',
    cases: [{ reason: "Pact's verifier did not send this request: it gave no reason" }],
  });
});

test('the contract is inconclusive without results', async () => {
  const { requested, notRequested } = await verifyWith(() => {
    throw new PactFailed('its output was "Pact core crashed"');
  });

  for (const result of [requested, notRequested]) {
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      cases: [{ reason: 'Pact\'s verifier failed: its output was "Pact core crashed"' }],
    });
  }
});

describe('a provider whose bodies are larger than Pact can take', () => {
  /** Responds with a list of 1.5 MB three times; returns what Pact received. */
  async function verifyLarge(status: number) {
    const text = `[${' '.repeat(1_500_000)}]`;
    const headers = { 'Content-Type': 'application/json' };
    const provider = createProviderWith(async () => new Response(text, { status, headers }));
    const lists = contract.interactions.flatMap(({ expected }, index) =>
      expected === '200 with Pets' ? [index] : [],
    );
    const numbers = lists.slice(0, 3);
    const received: (number | undefined)[] = [];
    const run = async ({ url }: PactTask) => {
      for (const one of numbers) {
        const response = await fetch(`${url}/pets`, {
          headers: { [interactionHeader]: `${one}` },
        }).catch(() => undefined);
        received.push((await response?.arrayBuffer())?.byteLength);
      }
      const passed = numbers.map((one) => contract.interactions[one]?.requirement ?? '');
      return {
        interactionResults: passed.map((one) => ({ description: one, result: 'OK' })),
        errors: [],
      };
    };
    const results = await verifyContract(provider, createPets(provider), contract, {
      verifier: { run, end: () => {} },
      timeout: 5_000,
      maxConcurrency: 1,
      stop: neverStopped(),
      onResult: () => {},
    });
    return { received, results: numbers.map((one) => results[one]) };
  }

  test('is verified as far as the bodies together are below the limit', async () => {
    const { received, results } = await verifyLarge(200);

    expect(received).toEqual([1_500_002, 1_500_002, undefined]);
    expect(results.slice(0, 2).map((result) => result?.verdict)).toEqual(['passed', 'passed']);
    expect(results[2]).toMatchObject({
      verdict: 'inconclusive',
      cases: [
        {
          reason:
            "the response has 1500002 bytes, and Pact's verifier gets at most 4194304 in all responses together",
        },
      ],
    });
  });

  test('fails by its status nevertheless', async () => {
    const { results } = await verifyLarge(500);

    expect(results.map((result) => result?.verdict)).toEqual(['failed', 'failed', 'failed']);
  });
});
