import { expect, test } from 'vitest';
import type { Choices } from '../../../src/document/open-points.js';
import { type RunCommand, runMatrix } from '../../../src/matrix/matrix.js';
import { formatMatrix, listPointCases } from '../../../src/matrix/text.js';

/** The text and the cases about a command that fails as `fails` decides, and prints why. */
async function format(fails: (choices: Choices, run: number) => boolean) {
  let runs = 0;
  const run: RunCommand = async (_name, choices) => {
    runs += 1;
    const passed = !fails(choices, runs);
    const exit = passed ? 'exit code 0' : 'exit code 1';
    return { passed, exit, output: 'why\n', exchanges: 1, used: ['list-order', 'id-scheme'] };
  };
  const report = await runMatrix(run, {}, 1);
  const cases = listPointCases(report).map((one) => [one.name, one] as const);
  return { ...report, text: formatMatrix(report), cases: Object.fromEntries(cases) };
}

test('names a profile whose choices fail only together', async () => {
  const { text, cases } = await format(
    (choices) => choices['list-order'] === 'shuffled' && choices['id-scheme'] === 'large',
  );

  expect(text).toContain('The command fails with choices together: profile hostile.\n');
  expect(cases['profile hostile']).toMatchObject({
    verdict: 'failed',
    message: expect.stringContaining('No choice of it fails alone.'),
  });
});

test('explains that the document promises large ids', async () => {
  const { text } = await format((choices) => choices['id-scheme'] === 'large');

  expect(text).toContain(
    '    The document promises that ids are int64 (section 2). JSON.parse rounds',
  );
  expect(text).toContain('The command does not support promised behaviour: int64 ids.\n');
});

test('says what the command needs instead of a choice that fails alone', async () => {
  const { text, cases } = await format((choices) => choices['list-order'] === 'shuffled');

  expect(text).toContain(`Choices that make the command fail:
  list-order=shuffled: exit code 1
    The document does not specify the order of the list (section 4.1); the command needs oldest-first or newest-first.
    | why

The command depends on unspecified behaviour: list-order.
`);
  expect(cases).toMatchObject({
    'list-order=shuffled': {
      verdict: 'failed',
      message: expect.stringContaining('the command needs oldest-first or newest-first.'),
      details: '  list-order=shuffled: exit code 1\n    | why\n',
    },
    'id-scheme': { verdict: 'passed' },
    'limit-malformed': { verdict: 'inconclusive', message: 'No run used it.' },
  });
  expect(text).toMatch(/^list-order +4\.1 +yes +oldest-first, newest-first +shuffled$/m);
});

test('names no choice for a flaky command', async () => {
  const { outcome, text, cases } = await format((_choices, run) => run === 6);

  expect(outcome).toBe('failed');
  expect(text).toContain('Failures that did not happen again (flaky):\n');
  expect(text).toContain('The command is flaky: 1 failure did not happen again.\n');
  expect(text).not.toContain('The document does not specify');
  const failed = Object.values(cases).filter(({ verdict }) => verdict === 'failed');
  expect(failed).toMatchObject([{ message: 'The failure did not happen again.' }]);
});
