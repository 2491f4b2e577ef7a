import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const command = fileURLToPath(new URL('../../../dist/main.cjs', import.meta.url));

/** `script` of util-linux runs a command in a terminal of its own. */
const hasTerminal =
  process.platform === 'linux' && spawnSync('script', ['--version']).error === undefined;

const countSignals = `
  let received = 0;
  process.on('SIGINT', () => {
    received += 1;
    console.log('received ' + received);
    // A second signal would arrive before the timer.
    setTimeout(() => process.exit(9), 200);
  });
  setInterval(() => {}, 1000);
  console.log('ready');
`;

test('forwards Ctrl-C in a terminal once', async ({ skip }) => {
  skip(!hasTerminal, 'This test needs script of util-linux.');
  // `exec` replaces the shell, which Ctrl-C could end with an exit code of its own.
  const line = `exec '${process.execPath}' '${command}' exec -- '${process.execPath}' -e '${countSignals.replaceAll("'", '"')}'`;
  const terminal = spawn('script', ['-qec', line, '/dev/null'], { stdio: 'pipe' });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  let output = '';
  terminal.stdout.on('data', (chunk) => {
    output += chunk;
    if (String(chunk).includes('ready')) {
      terminal.stdin.write('\u0003');
    }
  });

  const [code] = await once(terminal, 'close');

  expect(code).toBe(9);
  expect(output.match(/received \d/g)).toEqual(['received 1']);
});
