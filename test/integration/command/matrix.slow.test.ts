import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPointNames, openPoints } from '../../../src/document/open-points.js';
import { run } from '../../support/command.js';
import { createFolder } from '../../support/files.js';
import { endWithTest, expectEndOf, leavingBehind } from '../../support/left-behind.js';

/** Pins all points, so that a single run is enough. */
const pinned = openPointNames.flatMap((point) => [
  '--choice',
  `${point}=${openPoints[point].choices[0]}`,
]);

/**
 * Runs `matrix` with a Node.js script that lists the pets, and checks that no process is left whose id the
 * script gives to `note`.
 */
async function expectNoneLeft(script: string, flags: readonly string[] = []) {
  const file = join(createFolder(), 'pid');
  const whole = `
    const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
    await fetch(url + '/pets', { headers: { Authorization: 'Bearer ' + key } });
    const { writeFileSync } = process.getBuiltinModule('node:fs');
    const note = (pid) => writeFileSync(${JSON.stringify(file)}, String(pid));
    ${script}
    setInterval(() => {}, 1000);
  `;
  const command = [process.execPath, '--input-type=module', '-e', whole];
  const finished = await run(['matrix', ...flags, ...pinned, '--', ...command]).finished;
  const pid = Number(await readFile(file, 'utf8'));
  endWithTest(pid);
  await expectEndOf(pid);
  return finished;
}

test.each([
  ['a run that passed', 'process.exit(0);', [], 0],
  ['a timeout', '', ['--timeout', '8'], 2],
])('kills processes that ignore SIGTERM after %s', async (_when, end, flags, code) => {
  const script = leavingBehind(`note(pid); ${end}`, { heeds: false });

  expect((await expectNoneLeft(script, flags)).code).toBe(code);
});

test.each([
  ['a signal ends', 143, "process.kill(process.ppid, 'SIGTERM');"],
  [
    'a second signal kills',
    130,
    `process.on('SIGTERM', () => setInterval(() => process.kill(process.ppid, 'SIGINT'), 100));
    process.kill(process.ppid, 'SIGINT');`,
  ],
])('%s matrix and the command: exit code %i', async (_what, code, signals) => {
  const finished = await expectNoneLeft(`note(process.pid); ${signals}`);

  expect(finished.code).toBe(code);
  expect(finished.stdout).toBe('');
  expect(finished.stderr.includes('; there is no report.\n')).toBe(code === 143);
});
