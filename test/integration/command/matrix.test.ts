import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../../src/cli/main.js';
import { openPointNames, openPoints } from '../../../src/document/open-points.js';
import { createFolder } from '../../support/files.js';
import { start } from '../../support/simulator.js';

/** Only the order of lists may vary. */
const fixed = openPointNames
  .filter((point) => point !== 'list-order')
  .flatMap((point) => ['--choice', `${point}=${openPoints[point].choices[0]}`]);

const script = `
  const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
  const headers = { Authorization: 'Bearer ' + key };
  fetch(url + '/pets', { headers }).then(({ status }) => process.exit(status === 200 ? 0 : 1));
  // other%2fkey
`;

test('each run of matrix has a free port, and the report shows no key', async () => {
  const taken = await start();
  vi.stubEnv('ANIMAL_STORE_PORT', String(taken.port));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });
  const report = join(createFolder(), 'matrix.json');
  const flags = ['--json', report, '--api-key', 'other/key', '--parallel', '2', ...fixed];

  await run(['matrix', ...flags, '--', process.execPath, '-e', script]);

  const { outcome, command } = JSON.parse(readFileSync(report, 'utf8'));
  expect(outcome).toBe('passed');
  expect(command.at(-1)).toBe(script.replace('other%2fkey', '***'));
});
