import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openPointNames, openPoints } from '../../../src/document/open-points.js';
import { createFolder } from '../../support/files.js';
import { runHere } from '../../support/run-here.js';
import { start } from '../../support/simulator.js';

/** Only the order of lists may vary. */
const fixed = openPointNames
  .filter((point) => point !== 'list-order')
  .flatMap((point) => ['--choice', `${point}=${openPoints[point].choices[0]}`]);

/** Runs `matrix` with a Node.js script that has listed the pets. */
function matrix(script: string, flags: readonly string[] = []) {
  const list = `
    const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
    const response = await fetch(url + '/pets', { headers: { Authorization: 'Bearer ' + key } });
    const pets = await response.json();
  `;
  const command = [process.execPath, '--input-type=module', '-e', list + script];
  return runHere('matrix', ...flags, ...fixed, '--', ...command);
}

test('each run has options of start, further variables and a free port; no key is in the report', async () => {
  const taken = await start();
  vi.stubEnv('ANIMAL_STORE_PORT', String(taken.port));
  const report = join(createFolder(), 'matrix.json');
  const flags = ['--json', report, '--api-key', 'other/key', '--parallel', '2', '--pets', '3'];
  const script = `
    // other%2fkey
    process.exit(pets.length === 3 && process.env.A === url && process.env.K === key ? 0 : 1)
  `;

  const { code, stdout } = await matrix(script, [...flags, '--env', 'A', '--env-key', 'K']);

  expect(code).toBe(0);
  expect(stdout).toContain(
    'The command passes with every profile, and every choice of the points that it uses.',
  );
  expect(stdout).toMatch(/^empty-name +2 +no +- +-$/m);
  expect(stdout).toMatch(/^Not varied, as no run used them: omitted-status, .*$/m);
  const { outcome, command } = JSON.parse(readFileSync(report, 'utf8'));
  expect(outcome).toBe('passed');
  expect(command.at(-1)).toContain('// ***\n');
});

test('--json and --junit write what fails', async () => {
  const [json, junit] = ['matrix.json', 'matrix.xml'].map((name) => join(createFolder(), name));
  const flags = ['--json', `${json}`, '--junit', `${junit}`, '--parallel', '2'];

  expect((await matrix('process.exit(pets[0].id === 1 ? 0 : 3)', flags)).code).toBe(1);

  const { outcome, culprits } = JSON.parse(readFileSync(`${json}`, 'utf8'));
  expect(outcome).toBe('failed');
  expect(culprits).toContainEqual(
    expect.objectContaining({
      name: 'list-order=newest-first',
      choices: [{ point: 'list-order', choice: 'newest-first' }],
      exit: 'exit code 3',
    }),
  );
  expect(readFileSync(`${junit}`, 'utf8')).toMatch(
    / name="animal-store matrix" tests="\d+" failures="2"/,
  );
});

test.for([
  ['fails anyway', [], 'console.log("why"); process.exit(3)', /exit code 3\).*\n\nwhy\n/s],
  [
    'takes too long, and ends well when it is stopped',
    ['--timeout', '1'],
    'process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000)',
    /timed out after 1 s\)/,
  ],
] as const)('rejects a command that %s', async ([, flags, script, words]) => {
  expect(await matrix(script, flags)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(words),
  });
});
