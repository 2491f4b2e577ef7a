import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPointNames } from '../../../src/document/open-points.js';
import { type OpenPoint, openPoints } from '../../../src/index.js';
import { run } from '../../support/command.js';
import { endWithTest, expectEndOf, leavingBehind } from '../../support/left-behind.js';

const listPets = `
  const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
  const response = await fetch(url + '/pets?limit=100', { headers: { Authorization: 'Bearer ' + key } });
  const pets = await response.json();
`;

/** Options that pin all other points to their first choice, so that a few runs are enough. */
function varyOnly(...points: readonly OpenPoint[]): string[] {
  return openPointNames
    .filter((point) => !points.includes(point))
    .flatMap((point) => ['--choice', `${point}=${openPoints[point].choices[0]}`]);
}

const fewRuns = varyOnly('list-order', 'extra-response-fields');

/** Runs `matrix` with options and a Node.js script as the command, which has listed the pets. */
function matrix(script: string, options: readonly string[] = []) {
  const command = [process.execPath, '--input-type=module', '-e', `${listPets}\n${script}`];
  return run(['matrix', ...options, '--', ...command]);
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'animal-store-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('passes a command that depends on nothing open, and lists untested points', async () => {
  const { code, stdout } = await matrix('if (pets.length !== 50) process.exit(1)', fewRuns)
    .finished;

  expect(code).toBe(0);
  expect(stdout).toContain(
    'The command passes with every profile, and every choice of the points that it uses.',
  );
  expect(stdout).toMatch(/^list-order +4\.1 +yes +oldest-first, newest-first, shuffled +-$/m);
  expect(stdout).toMatch(/^empty-name +2 +no +- +-$/m);
  expect(stdout).toMatch(/^Not varied, as no run used them: omitted-status, .*$/m);
});

test('passes options of start and variables to each run', async () => {
  const script =
    'process.exit(pets.length === 3 && process.env.A === url && process.env.K === key ? 0 : 1)';
  const options = ['--pets', '3', '--env', 'A', '--env-key', 'K', '--api-key', 'k1'];

  expect((await matrix(script, [...options, ...fewRuns]).finished).code).toBe(0);
});

test('--json and --junit write the report', async () => {
  const path = await folder();
  const file = join(path, 'matrix.json');
  const script = `process.exit('createdAt' in pets[0] ? 3 : 0)`;

  const junit = join(path, 'matrix.xml');
  await matrix(script, ['--json', file, '--junit', junit, ...fewRuns]).finished;

  const report = JSON.parse(await readFile(file, 'utf8'));
  expect(report).toMatchObject({
    outcome: 'failed',
    culprits: [
      {
        name: 'extra-response-fields=some',
        choices: [{ point: 'extra-response-fields', choice: 'some' }],
        exit: 'exit code 3',
      },
    ],
  });
  expect(report.command[0]).toBe(process.execPath);
  expect(await readFile(junit, 'utf8')).toContain(
    `name="animal-store matrix" tests="${openPointNames.length}" failures="1"`,
  );
});

test('rejects a command that fails anyway, with its output', async () => {
  const { code, stderr, stdout } = await matrix('console.log("why"); process.exit(3)').finished;

  expect(code).toBe(2);
  expect(stderr).toContain('The command fails with the profile default (exit code 3)');
  expect(stderr).toContain('\n\nwhy\n');
  expect(stdout).toBe('');
});

test('--timeout ends a run', async () => {
  const { code, stderr } = await matrix('setInterval(() => {}, 1000)', ['--timeout', '3']).finished;

  expect(code).toBe(2);
  expect(stderr).toContain('(timed out after 3 s)');
});

test.each([
  ['a run that passed', 'process.exit(0);', [], 0],
  ['a timeout', '', ['--timeout', '8'], 2],
])('kills processes that ignore SIGTERM after %s', async (_when, end, options, expected) => {
  const file = join(await folder(), 'pid');
  const write = `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(file)}, String(pid));`;
  const script = leavingBehind(`${write} ${end}`, { heeds: false });

  const { code } = await matrix(`${script} setInterval(() => {}, 1000);`, [
    ...options,
    ...varyOnly(),
  ]).finished;

  const pid = Number(await readFile(file, 'utf8'));
  endWithTest(pid);
  expect(code).toBe(expected);
  await expectEndOf(pid);
});

test('kills the command on a second signal', async () => {
  const file = join(await folder(), 'pid');
  const script = `
    const { writeFile } = await import('node:fs/promises');
    await writeFile(${JSON.stringify(file)}, String(process.pid));
    process.on('SIGTERM', () => process.kill(process.ppid, 'SIGINT'));
    process.kill(process.ppid, 'SIGINT');
    setInterval(() => {}, 1000);
  `;

  const { code } = await matrix(script).finished;

  const pid = Number(await readFile(file, 'utf8'));
  endWithTest(pid);
  expect(code).toBe(130);
  await expectEndOf(pid);
});

test('a signal ends matrix and the command', async () => {
  const path = await folder();
  const script = `
    const { writeFile } = await import('node:fs/promises');
    await writeFile(${JSON.stringify(join(path, 'pid'))}, String(process.pid));
    process.kill(process.ppid, 'SIGTERM');
    setInterval(() => {}, 1000);
  `;

  const { code, stderr } = await matrix(script).finished;

  expect(code).toBe(143);
  expect(stderr).toContain('Stopped before all runs ended; there is no report.\n');
  const pid = Number(await readFile(join(path, 'pid'), 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
