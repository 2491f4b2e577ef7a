import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { command, run, start, withKey } from '../../support/command.js';
import { createFolder } from '../../support/files.js';
import { needPosix } from '../../support/posix.js';

/** The command as it was built; the slow tests have all else. */
const get = `
  const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
  const headers = { Authorization: 'Bearer ' + key };
  const response = await fetch(url + '/pets?limit=0', { headers });
  console.log(new URL(url).port, response.status);
  process.exitCode = 4;
`;
const client = [process.execPath, '--input-type=module', '-e', get];

test('start', async () => {
  needPosix();
  const { url, child, finished } = await start();

  expect((await fetch(`${url}/pets`, withKey)).status).toBe(200);
  child.kill('SIGTERM');
  expect((await finished).code).toBe(0);
});

test('exec: on a free port, and the exit code is that of the command', async () => {
  const { code, stdout, stderr } = await run(['exec', '--fail-on', 'all', '--', ...client])
    .finished;

  expect(code, stderr).toBe(4);
  expect(stdout).toMatch(/^(?!4010 )\d+ 400\n$/);
  expect(stderr).toContain('Summary of 1 exchange');
  expect(stderr).toContain('Failed by --fail-on all');
});

test('exec: its command ends with it, also by SIGKILL', async () => {
  needPosix();
  const script = 'console.log("up"); setInterval(() => {}, 1000)';
  const { child, ready, finished } = run(['exec', '--', process.execPath, '-e', script]);
  await ready;

  child.kill('SIGKILL');

  // The command has the other end of the pipes.
  expect((await finished).stdout).toBe('up\n');
});

test('stops with the npm script "start", and says so', async () => {
  needPosix();
  const start = `true && "${process.execPath}" "${command}" start --port 0`;
  const cwd = createFolder();
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ scripts: { start } }));
  const npm = spawn('npm', ['start'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void npm.kill('SIGKILL'));
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const findUrl = () => /ready at (\S+)/.exec(output)?.[1];
  await expect.poll(findUrl).toBeDefined();

  npm.kill('SIGTERM');
  await once(npm, 'close');

  expect(output.match(/Stopped with its npm script/g)).toHaveLength(1);
});

test('names the version of Node.js that it needs', async () => {
  const old = 'Object.defineProperty(process.versions, "node", { value: "18.20.8" })';
  const flag = `--import=data:text/javascript,${encodeURIComponent(old)}`;
  const { code, stderr } = await run([], { environment: { NODE_OPTIONS: flag } }).finished;

  expect([code, stderr]).toEqual([3, expect.stringMatching(/18\.20\.8 .* 20\.19 or later/)]);
});

test('as PID 1, a signal before it is ready ends it', async () => {
  needPosix();
  const isPid1 = `
    import { Server } from 'node:net';
    const { pid } = process;
    Object.defineProperty(process, 'pid', { value: 1 });
    Server.prototype.listen = () => process.kill(pid, 'SIGTERM');
    setInterval(() => {}, 1_000);
  `;
  const flag = `--import=data:text/javascript,${encodeURIComponent(isPid1)}`;
  const { code, stdout } = await run([], { environment: { NODE_OPTIONS: flag } }).finished;

  expect([code, stdout]).toEqual([143, '']);
});

test.for([
  ['0.0.0.0', [], 'none: other machines can reach this address, so it requires --admin-token'],
  ['0.0.0.0', ['--admin-token', 'secret'], 'http://127.0.0.1:'],
  ['localhost', [], 'http://localhost:'],
] as const)('shows the console on %s with %j where it works', async ([host, flags, shown]) => {
  const { child, finished } = await start(['--host', host, ...flags]);
  child.kill('SIGTERM');

  expect((await finished).stdout).toContain(`console: ${shown}`);
});
