import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../support/command.js';
import { endWithTest, expectEndOf, isAlive, leavingBehind } from '../../support/left-behind.js';

/** Runs `exec` with options and a Node.js script as the command. */
function exec(script: string, options: readonly string[] = [], args: readonly string[] = []) {
  return run(['exec', ...options, '--', process.execPath, '-e', script, ...args]);
}

test('prints the URL of the console, unless it is silent', async () => {
  const script = 'console.log(process.env.ANIMAL_STORE_URL)';

  const shown = await exec(script).finished;
  const hidden = await exec(script, ['--log-level', 'silent']).finished;

  const { origin } = new URL(shown.stdout);
  expect(shown.stderr.split('\n')[0]).toBe(`Animal Store console: ${origin}/`);
  expect(hidden.stderr).toBe('');
});

test('leaves standard input and output to the command', async () => {
  const { code, stdout } = await exec('process.stdin.resume().on("end", () => console.log("end"))')
    .finished;

  expect({ code, stdout }).toEqual({ code: 0, stdout: 'end\n' });
});

test('exits with 128 plus the signal that ended the command', async () => {
  expect((await exec('process.kill(process.pid, "SIGKILL")').finished).code).toBe(137);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
  'forwards %s to the command',
  async (signal) => {
    const script = `
    process.on(${JSON.stringify(signal)}, () => { console.log('received'); process.exit(5); });
    setInterval(() => {}, 1000);
    console.log('ready');
  `;
    const { child, ready, finished } = exec(script);
    await ready;

    child.kill(signal);

    expect(await finished).toMatchObject({ code: 5, stdout: 'ready\nreceived\n' });
  },
);

test.each([
  ['handle it', true],
  ['ignore it', false],
])('SIGTERM also ends processes of the command that %s', async (_what, heeds) => {
  const script = leavingBehind('console.log(pid); setInterval(() => {}, 1000);', { heeds });
  const { child, ready, finished } = exec(script);
  const pid = Number(await ready);
  endWithTest(pid);

  child.kill('SIGTERM');

  expect(await finished).toMatchObject({ code: 143 });
  await expectEndOf(pid);
});

const ignoringSignals = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
    process.on(signal, () => console.error('ignored'));
  }
  setInterval(() => {}, 1000);
  console.log(process.pid);
`;

test('kills a command that ignores SIGTERM, after its grace period', async () => {
  const { child, ready, finished } = exec(ignoringSignals);
  const pid = Number(await ready);
  endWithTest(pid);

  child.kill('SIGTERM');

  const { code, stderr } = await finished;
  // It had received SIGTERM before.
  expect([code, stderr]).toEqual([137, expect.stringContaining('ignored\n')]);
  await expectEndOf(pid);
});

test('a command that ends by itself may leave a process behind', async () => {
  const { ready, finished } = exec(leavingBehind('console.log(pid);', { heeds: true }));
  const pid = Number(await ready);
  endWithTest(pid);

  expect(await finished).toMatchObject({ code: 0 });
  expect(isAlive(pid)).toBe(true);
});

test.each(['no-such-program', './no-such-file', 'npm test', join(process.cwd(), 'package.json')])(
  'exits with 127 for the program %s, which cannot be run',
  async (word) => {
    const { code, stderr } = await run(['exec', '--', word]).finished;

    expect(code).toBe(127);
    expect(stderr).toContain(`\n${JSON.stringify(word)} can't be run (E`);
  },
);
