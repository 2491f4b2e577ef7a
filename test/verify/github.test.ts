import { expect, test } from 'vitest';
import { formatReport, withoutCommands } from '../../src/verify/report/formats.js';
import { createEvidence, createReport, createResult } from './results.js';

/** Creates a failure with a cause of its own. */
const fail = (problem: string, received = '200 []') =>
  createResult(
    {
      verdict: 'failed',
      evidence: createEvidence({ problem, received, cause: { title: problem } }),
    },
    { requirement: problem },
  );

test('a finding is an annotation, escaped as GitHub requires', () => {
  const text = formatReport(createReport([fail('50% a:b, c', '200\r\n::error::x')])).annotations;

  expect(text).toMatch(/^::error title=50%25 a%3Ab%2C c \(listPets\)::request {3}GET \/pets%0A/);
  expect(text).toContain('received  200\\u000d\\u000a::error::x');
  expect(text.trim()).not.toContain('\n');
});

test('there are at most ten annotations; the last says how many are left', () => {
  const lines = formatReport(
    createReport([...'abcdefghijklm'].map((letter) => fail(`problem ${letter}`))),
  )
    .annotations.trim()
    .split('\n');

  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toContain('title=4 more failures::');
});

test('a provider that passes has no annotation', () => {
  expect(
    formatReport(createReport([createResult({ verdict: 'passed' })], { outcome: 'passed' }))
      .annotations,
  ).toBe('');
});

test('a provider that could not be verified has one annotation, with the reason', () => {
  const text = formatReport(
    createReport([], { outcome: 'inconclusive', reason: 'No key.' }),
  ).annotations;

  expect(text).toMatch(/^::error title=animal-store verify::Not verified: No key\. /);
});

test('text of a provider cannot be a command', () => {
  const [first, ...rest] = withoutCommands('::add-mask::x\n').split('\n');

  const token = first?.replace('::stop-commands::', '');
  expect(rest).toEqual(['::add-mask::x', `::${token}::`, '']);
  expect(token).toMatch(/^[\w-]{36}$/);
});
