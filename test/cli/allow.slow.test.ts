import { expect, test } from 'vitest';
import { run } from '../support/command.js';

const all = 'open,deprecated,violation';

/** A test that submits a form without a name on purpose, and requests of others. */
const formTest = (...others: readonly string[]) => `
  const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
  const settings = url.replace('/v1', '/__admin/settings?sandbox=form');
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

test('--fail-on fails for a kind of note that is not allowed', async () => {
  const script = formTest("await get(key + '.form', '/pets/1')", "await get(key, '/pets?a=1')");

  const { code, stderr } = await exec(script, ['--fail-on', all]);

  expect(code).toBe(1);
  expect(stderr).toContain(
    `Failed by --fail-on ${all}: requests used open points (unknown-query); requests used a ` +
      'deprecated operation (getPet). ',
  );
  expect(stderr).toContain('\nAllowed, so no failure: createPet: violates section 4.2 (1×).\n');
});

test('the JSON summary counts allowed notes, also without --fail-on', async () => {
  const { code, stderr } = await exec(formTest(), ['--log-format', 'json']);

  expect(code).toBe(0);
  const { summary } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  expect(summary.notes).toMatchObject([
    { kind: 'violation', count: 1, allowed: 1 },
    { kind: 'open', point: 'error-codes', count: 1, allowed: 0 },
  ]);
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
