import { expect, test } from 'vitest';
import { run } from '../../support/command.js';

const all = 'open,deprecated,violation';

/** A test that submits a form without a name on purpose, and requests of others. */
const formTest = (...others: readonly string[]) => `
  const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
  const settings = url.replace('/v1', '/sandboxes/form/__admin/settings');
  await fetch(settings, { method: 'PUT', body: '{"allow":["violation"]}' });
  const post = (key) => fetch(url + '/pets', {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json' },
    body: '{"categoryId":1}',
  });
  const get = (key, target) => fetch(url + target, { headers: { Authorization: 'Bearer ' + key } });
  await post(key + '.form');
  ${others.join(';\n')}
`;

function exec(script: string, options: readonly string[]) {
  const command = [process.execPath, '--input-type=module', '-e', script];
  return run(['exec', ...options, '--', ...command]).finished;
}

test('--fail-on passes what the sandbox allows, and the summary lists it', async () => {
  const { code, stderr } = await exec(formTest(), ['--fail-on', all]);

  expect(code, stderr).toBe(0);
  expect(stderr).toBe(
    'Summary of 1 exchange: the requests used only what the document promises, except what is ' +
      'allowed.\n' +
      'Allowed, so no failure: createPet: violates section 4.2 (1×).\n' +
      'Also open, in responses to any request: error-codes (1×). Run animal-store matrix to find out ' +
      'whether your client depends on it.\n',
  );
});

test('--fail-on fails for the same request in another sandbox', async () => {
  const { code, stderr } = await exec(formTest("await post(key + '.other')"), ['--fail-on', all]);

  expect(code).toBe(1);
  expect(stderr).toContain('2× createPet  violates section 4.2\n');
  expect(stderr).toContain('         1 of them allowed\n');
  expect(stderr).not.toContain('Allowed, so no failure');
  expect(stderr).toContain('requests violated the document (section 4.2). ');
});

test.each([
  ['a=1', 0],
  ['limit=', 1],
])('--allow unknown-query allows nothing else: ?%s exits with %i', async (query, expected) => {
  const script = `await fetch(process.env.ANIMAL_STORE_URL + '/pets?${query}', {
    headers: { Authorization: 'Bearer ' + process.env.ANIMAL_STORE_API_KEY },
  })`;

  const { code } = await exec(script, ['--fail-on', 'open', '--allow', 'unknown-query']);

  expect(code).toBe(expected);
});
