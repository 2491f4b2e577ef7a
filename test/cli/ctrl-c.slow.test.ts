import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const command = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** `script` of util-linux gives a command a terminal of its own. */
const hasTerminal =
  process.platform === 'linux' && spawnSync('script', ['--version']).error === undefined;

const patient = `
  let told = 0;
  process.on('SIGINT', () => {
    told += 1;
    console.log('told ' + told);
    // A second signal would come before the timer.
    setTimeout(() => process.exit(9), 200);
  });
  setInterval(() => {}, 1000);
  console.log('ready');
`;

test.skipIf(!hasTerminal)('Ctrl-C in a terminal reaches the command once', async () => {
  // `exec`, as a shell that stays between them may die of the Ctrl-C itself, with a code of its own.
  const line = `exec '${process.execPath}' '${command}' exec -- '${process.execPath}' -e '${patient.replaceAll("'", '"')}'`;
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
  expect(output.match(/told \d/g)).toEqual(['told 1']);
});
