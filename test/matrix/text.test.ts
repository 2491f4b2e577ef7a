import { expect, test } from 'vitest';
import type { Choices } from '../../src/index.js';
import { runMatrix } from '../../src/matrix/matrix.js';
import type { RunCommand } from '../../src/matrix/run.js';
import { writeMatrix } from '../../src/matrix/text.js';
import { silent } from './silent.js';

/** What is written about a command that fails as told, and prints why. */
async function written(fails: (choices: Choices, run: number) => boolean) {
  let runs = 0;
  const run: RunCommand = async (choices) => {
    runs += 1;
    const passed = !fails(choices, runs);
    const ending = passed ? 'exit code 0' : 'exit code 1';
    return { passed, ending, output: 'why\n', exchanges: 1, cameUp: ['list-order', 'id-scheme'] };
  };
  return writeMatrix(await runMatrix(run, { pinned: {}, parallel: 1 }, silent), false);
}

test('choices that break it only together are explained, each with its section', async () => {
  const text = await written(
    (choices) => choices['list-order'] === 'shuffled' && choices['id-scheme'] === 'large',
  );

  expect(text).toContain(`Breaks the command only together:
  list-order=shuffled, id-scheme=large: exit code 1
    The document says nothing about the order of the list (section 4.1).
    The document says that identifiers are int64 (section 2), so all 64 bits have to be kept. JSON.parse
    rounds integers beyond 2^53: read them as bigint or as text.
    | why

The command relies on what the document does not promise: list-order.
The command does not cope with what the document does promise: int64 identifiers.
`);
});

test('what breaks it by itself says what the command needs', async () => {
  const text = await written((choices) => choices['list-order'] === 'shuffled');

  expect(text).toContain(`Breaks the command by itself:
  list-order=shuffled: exit code 1
    The document says nothing about the order of the list (section 4.1); your command needs oldest-first or newest-first.
    | why
`);
  expect(text).toMatch(/^list-order +4\.1 +yes +oldest-first, newest-first +shuffled$/m);
});

test('a command that large identifiers break is told that int64 is promised', async () => {
  const text = await written((choices) => choices['id-scheme'] === 'large');

  expect(text).toContain('rounds integers beyond 2^53: read them as bigint or as text.\n');
  expect(text).toContain('does not cope with what the document does promise: int64 identifiers.\n');
  expect(text).not.toContain('relies on what the document does not promise');
  expect(text).not.toContain('The document says nothing');
});

test('a flaky command is told as such, and no choice is blamed', async () => {
  const text = await written((_choices, run) => run === 2);

  expect(text).toContain('Failed once, and passed when run again (flaky):\n');
  expect(text).toContain('The command is flaky: 1 failure did not happen again.\n');
  expect(text).not.toContain('The document says nothing');
});

test('a command that passes has the profiles and all pairs in its report', async () => {
  const text = await written(() => false);

  expect(text).toMatch(/^profile hostile +passed$/m);
  expect(text).toMatch(/^\d+ combinations of all pairs +\d+ passed, 0 failed$/m);
  expect(text).toContain('Nothing is proved about what never came up: omitted-status, ');
});
