import { expect, test } from 'vitest';
import { run, start, withKey } from '../../support/command.js';

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
