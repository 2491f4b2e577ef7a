import { expect, test } from 'vitest';
import {
  createStatus,
  findUnauthorized,
  formatPactReport,
  type PactReport,
} from '../../src/verify/pact/report.js';

const key = 'key-of-the-"service"';

const formatWith = (report: Partial<PactReport>) =>
  formatPactReport(
    { url: 'http://127.0.0.1/v1', problems: [], createdPets: 0, namePrefix: 'verify', ...report },
    [key],
  );

const passed = { description: 'a list', result: 'OK' };
const other = { description: 'a pet', result: 'Error' };
const wrong = {
  interaction: 'Verifying a pact between shop and animal-store - a pet',
  mismatch: { mismatches: [{ path: '$.id', mismatch: 'expected 7 but was 8' }, { mismatch: 'b' }] },
};
const unknown = { ...wrong, mismatch: { message: 'the state failed' } };

test.for([
  ['passed', 'nothing else', [], []],
  ['passed', 'a pending failure', [], [wrong]],
  ['failed', 'a mismatch', [wrong], []],
  ['failed', 'a mismatch and an unknown state', [unknown, wrong], []],
  ['inconclusive', 'an unknown state and a pending failure', [unknown], [wrong]],
] as const)('the outcome is %s with %s', ([outcome, , errors, pendingErrors]) => {
  const interactionResults = [passed, other];
  const report = formatWith({ interactionResults, errors, pendingErrors });

  expect(report.outcome).toBe(outcome);
  expect(report.text).toContain(`Verification of http://127.0.0.1/v1: ${outcome}.`);
  expect(JSON.parse(report.json)).toMatchObject({ outcome, interactionResults, errors });
});

test('finds the requests that expect 401, however many there are', () => {
  const errors = [1, 3, 400, 401, 799, 1_001].map((number, index) => {
    const numbers = { expected: index % 2 === 0 ? 200 : 401, actual: createStatus(number) };
    const types = ['BodyMismatch', 'StatusMismatch'];
    const mismatches = types.map((type) => ({ type, mismatch: '', ...numbers }));
    return { ...wrong, mismatch: { mismatches } };
  });

  expect(findUnauthorized([unknown, ...errors])).toEqual([3, 401, 1_001]);
});

test('without results nothing was verified, whatever the reason', () => {
  const problems = ['The service cannot be reached.'];
  const report = formatWith({ problems, errors: [unknown], printed: '\nNo broker.\n' });

  expect(report.outcome).toBe('unreached');
  expect(report.text).toContain('The service cannot be reached.\nVerification of');
  expect(report.junit).toContain('<error message="No broker. The service cannot be reached.');
  expect(JSON.parse(report.json).reason).toContain('No broker. The service cannot be reached.');
  expect(report.annotations).toContain('no results');
});

test('JUnit XML has each interaction, with its mismatches', () => {
  const interactionResults = [passed, other, other, other];
  const errors = [wrong, unknown];
  const { junit } = formatWith({ interactionResults, errors, pendingErrors: [wrong] });

  expect(junit).toContain('tests="4" failures="1" errors="0" skipped="2"');
  expect(junit).toContain('<failure message="$.id expected 7 but was 8; b">');
});

test('hides keys, and escapes and shortens what services and brokers say', () => {
  const evil = `${key}\n::error::\u001b[31m\\x1b[1;0m\u202e${'x'.repeat(200_000)}`;
  const errors = [
    { interaction: evil, mismatch: { mismatches: [{ path: evil, mismatch: evil }] } },
  ];
  const interactionResults = [{ ...passed, description: evil }];
  const report = formatWith({ interactionResults, errors, problems: [evil], printed: evil });

  for (const text of Object.values(report)) {
    expect(text).not.toContain('key-of-the');
    expect(text).not.toContain('\u001b');
    expect(text).not.toMatch(/u001b|x1b|\u202e/);
    expect(text.length).toBeLessThan(12_000);
  }
  expect(report.text).toContain('***\n::error::\\u202exxx');
});
