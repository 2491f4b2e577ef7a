import { expect, test } from 'vitest';
import { run, start, withKey } from '../../support/command.js';

/** The command as it was built; the slow tests have all else. */
const get = `
  const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
  const response = await fetch(url + '/pets', { headers: { Authorization: 'Bearer ' + key } });
  process.exitCode = response.ok ? 0 : 1;
`;
const client = [process.execPath, '--input-type=module', '-e', get];

test('start', async () => {
  const { url, child, finished } = await start();

  expect((await fetch(`${url}/pets`, withKey)).status).toBe(200);
  child.kill('SIGTERM');
  expect((await finished).code).toBe(0);
});

test('exec', async () => {
  const { code, stderr } = await run(['exec', '--', ...client]).finished;

  expect(code, stderr).toBe(0);
  expect(stderr).toContain('Summary of 1 exchange');
});
