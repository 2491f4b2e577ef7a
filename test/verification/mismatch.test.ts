import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contractFiles, contractsFolder } from '../../src/verification/pact/contract.js';
import { inWords, patternInWords } from '../../src/verification/pact/mismatch.js';
import type { PactMismatch } from '../../src/verification/pact/run-pact.js';
import { inBodies } from './pact-forms.js';

/** The same, outside of bodies. */
const beside: readonly [words: string, PactMismatch][] = [
  [
    'the status must be 201, and 400 came',
    { type: 'StatusMismatch', mismatch: 'expected 201 but was 400' },
  ],
  [
    'the header Content-Type must be application/json, and "text/html; charset=utf-8" came',
    {
      type: 'HeaderMismatch',
      key: 'Content-Type',
      mismatch:
        "Mismatch with header 'Content-Type': Expected 'text/html; charset=utf-8' to match '(?i)^application/json *(;.*)?$'",
      actual: 'text/html; charset=utf-8',
    },
  ],
  [
    'the header Content-Type must be application/json, and none came',
    {
      type: 'HeaderMismatch',
      key: 'Content-Type',
      mismatch: "Expected a header 'Content-Type' but was missing",
      actual: '',
      expected: '"application/json"',
    },
  ],
  [
    'the content type must be application/json, and "text/plain" came',
    {
      type: 'BodyTypeMismatch',
      mismatch:
        "Expected a body of 'application/json' but the actual content type was 'text/plain'",
      actual: 'text/plain',
    },
  ],
];

describe("Pact's words come out as what must be there, and what came", () => {
  test.each(inBodies)('%s', (words, mismatch) => {
    expect(inWords({ type: 'BodyMismatch', ...mismatch })).toBe(words);
  });

  test.each(beside)('%s', (words, mismatch) => {
    expect(inWords(mismatch)).toBe(words);
  });
});

describe('a form that is not known', () => {
  test('tells what came and the example, and not who expected what', () => {
    const mismatch = {
      type: 'BodyMismatch',
      path: '$.id',
      mismatch: "Expected '5' (String) to be a semantic version",
      actual: '"5"',
      expected: '"1.0.0"',
    };

    expect(inWords(mismatch)).toBe(
      '$.id is not as the contract says: "5" came, and its example is "1.0.0"',
    );
  });

  test('is named by its type where nothing else is known', () => {
    expect(inWords({ type: 'MetadataMismatch', mismatch: 'Expected a for b' })).toBe(
      "the answer is not as the contract says (MetadataMismatch of Pact's verifier)",
    );
  });
});

test('what a provider writes into a value can not turn the words round', () => {
  const mismatch =
    "Expected 'x (String) to be equal to 'y' (String)' to match '^(available|pending|sold)$'";

  expect(inWords({ type: 'BodyMismatch', path: '$.status', mismatch, actual: '"x"' })).toBe(
    '$.status must be available, pending or sold, and "x" (a string) came',
  );
});

test('every regular expression for an answer of the contract has words', () => {
  const found = contractFiles().flatMap((name) => {
    const { interactions } = JSON.parse(readFileSync(new URL(name, contractsFolder), 'utf8'));
    const rules = interactions.map(({ response }: { response: unknown }) => response);
    return [...JSON.stringify(rules).matchAll(/"regex":("(?:[^"\\]|\\.)*")/g)];
  });
  const patterns = [...new Set(found.map(([, text]) => JSON.parse(`${text}`) as string))];

  expect(patterns.length).toBeGreaterThan(3);
  expect(patterns.filter((pattern) => patternInWords(pattern).includes(pattern))).toEqual([]);
});
