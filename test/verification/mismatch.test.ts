import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contractsFolder, listContractFiles } from '../../src/verification/pact/contract.js';
import { describeMismatch, describePattern } from '../../src/verification/pact/mismatch.js';
import type { PactMismatch } from '../../src/verification/pact/run-pact.js';
import { inBodies } from './pact-forms.js';

/** The same, outside of bodies. */
const beside: readonly [words: string, PactMismatch][] = [
  [
    'the status must be 201; got 400',
    { type: 'StatusMismatch', mismatch: 'expected 201 but was 400' },
  ],
  [
    'the header Content-Type must be application/json; got "text/html; charset=utf-8"',
    {
      type: 'HeaderMismatch',
      key: 'Content-Type',
      mismatch:
        "Mismatch with header 'Content-Type': Expected 'text/html; charset=utf-8' to match '(?i)^application/json *(;.*)?$'",
      actual: 'text/html; charset=utf-8',
    },
  ],
  [
    'the header Content-Type must be application/json; got none',
    {
      type: 'HeaderMismatch',
      key: 'Content-Type',
      mismatch: "Expected a header 'Content-Type' but was missing",
      actual: '',
      expected: '"application/json"',
    },
  ],
  [
    'the header Allow must be "GET"; got "GET, HEAD"',
    {
      type: 'HeaderMismatch',
      key: 'Allow',
      mismatch:
        "Mismatch with header 'Allow': Expected header 'Allow' to have value 'GET' but was 'GET, HEAD'",
      actual: 'GET, HEAD',
      expected: 'GET',
    },
  ],
  [
    'the content type must be application/json; got "text/plain"',
    {
      type: 'BodyTypeMismatch',
      mismatch:
        "Expected a body of 'application/json' but the actual content type was 'text/plain'",
      actual: 'text/plain',
    },
  ],
];

describe("describes Pact's mismatches as expected and received values", () => {
  test.each(inBodies)('%s', (words, mismatch) => {
    expect(describeMismatch({ type: 'BodyMismatch', ...mismatch })).toBe(words);
  });

  test.each(beside)('%s', (words, mismatch) => {
    expect(describeMismatch(mismatch)).toBe(words);
  });
});

describe('an unknown mismatch', () => {
  test('shows the received value and the example', () => {
    const mismatch = {
      type: 'BodyMismatch',
      path: '$.id',
      mismatch: "Expected '5' (String) to be a semantic version",
      actual: '"5"',
      expected: '"1.0.0"',
    };

    expect(describeMismatch(mismatch)).toBe(
      '$.id does not match the contract; got "5", for the example "1.0.0"',
    );
  });

  test('shows the type if there are no values', () => {
    expect(describeMismatch({ type: 'MetadataMismatch', mismatch: 'Expected a for b' })).toBe(
      "the response does not match the contract (MetadataMismatch of Pact's verifier)",
    );
  });
});

test('a value cannot change the description', () => {
  const mismatch =
    "Expected 'x (String) to be equal to 'y' (String)' to match '^(available|pending|sold)$'";

  expect(
    describeMismatch({ type: 'BodyMismatch', path: '$.status', mismatch, actual: '"x"' }),
  ).toBe('$.status must be available, pending or sold; got "x" (a string)');
});

test('every regular expression of the contract has a description', () => {
  const found = listContractFiles().flatMap((name) => {
    const { interactions } = JSON.parse(readFileSync(new URL(name, contractsFolder), 'utf8'));
    const rules = interactions.map(({ response }: { response: unknown }) => response);
    return [...JSON.stringify(rules).matchAll(/"regex":("(?:[^"\\]|\\.)*")/g)];
  });
  const patterns = [...new Set(found.map(([, text]) => JSON.parse(`${text}`) as string))];

  expect(patterns.length).toBeGreaterThan(3);
  expect(patterns.filter((pattern) => describePattern(pattern).includes(pattern))).toEqual([]);
});

describe('describes a name of a million characters, whatever is in it', () => {
  const separators = [
    '(size 1) to have minimum size of ',
    ' to be a number',
    " to match '",
    ' to be the same type as x (',
    ' to be equal to x (',
    ' (String) to be \'"[{\\',
  ];

  test.each(separators)('%s', (separator) => {
    const name = separator.repeat(1_000_000 / separator.length);
    const mismatch = `Expected '${name}' (String) to be equal to 'Rex' (String)`;

    const description = describeMismatch({
      type: 'BodyMismatch',
      path: '$.name',
      mismatch,
      actual: JSON.stringify(name),
      expected: '"Rex"',
    });

    expect(description).toMatch(/^\$\.name must be "Rex"; got ".*…" \(a string\)$/s);
    expect(description.length).toBeLessThan(200);
  });

  test.each(separators)('in an unknown form: %s', (separator) => {
    const mismatch = separator.repeat(1_000_000 / separator.length);

    expect(describeMismatch({ type: 'BodyMismatch', mismatch: `${mismatch}!` })).toBe(
      "the body does not match the contract (BodyMismatch of Pact's verifier)",
    );
  });
});
