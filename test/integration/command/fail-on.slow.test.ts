import { expect, test } from 'vitest';
import { run, start, withKey } from '../../support/command.js';

test('the summary is a line of JSON with --log-format json', async () => {
  const { child, url, finished } = await start(['--log-level', 'error', '--log-format', 'json']);
  await fetch(`${url}/pets/1`, withKey);
  child.kill('SIGTERM');

  const { summary } = JSON.parse((await finished).stderr);
  expect(summary.exchanges).toBe(1);
  expect(summary.notes[0]).toMatchObject({ kind: 'deprecated', operation: 'getPet' });
});

test('--fail-on overrides ANIMAL_STORE_FAIL_ON', async () => {
  const environment = { ANIMAL_STORE_FAIL_ON: 'open' };
  const codes = [];
  for (const args of [[], ['--fail-on', 'deprecated']]) {
    const { child, url, finished } = await start(args, { environment });
    await fetch(`${url}/pets?colour=red`, withKey);
    child.kill('SIGINT');
    codes.push((await finished).code);
  }

  expect(codes).toEqual([1, 0]);
});

/** A test that submits a form without a name on purpose. */
const formTest = `
  const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
  const settings = url.replace('/v1', '/sandboxes/form/__admin/settings');
  await fetch(settings, { method: 'PUT', body: '{"allow":["violation"]}' });
  await fetch(url + '/pets', {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + key + '.form', 'Content-Type': 'application/json' },
    body: '{"categoryId":1}',
  });
`;

test('--fail-on passes what the sandbox allows, and the summary lists it', async () => {
  const command = [process.execPath, '--input-type=module', '-e', formTest];
  const args = ['exec', '--fail-on', 'open,deprecated,violation', '--', ...command];
  const { code, stderr } = await run(args).finished;

  expect(code, stderr).toBe(0);
  expect(stderr).toContain(
    'Summary of 1 exchange: the requests used only what the document promises, except what is ' +
      'allowed.\n' +
      'Allowed, so no failure: createPet: violates section 4.2 (1×).\n' +
      'Also open, in responses to any request: error-codes. Run animal-store matrix to find out ' +
      'whether your client depends on it.\n',
  );
});
