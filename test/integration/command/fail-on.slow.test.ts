import { expect, test } from 'vitest';
import { run, start, withKey } from '../../support/command.js';

const quiet = ['--log-level', 'error'];

/** Runs the command until after one request with the key. */
async function afterRequest(target: string, args: readonly string[], init: RequestInit = withKey) {
  const { child, url, finished } = await start(args);
  await fetch(`${url}${target}`, init);
  child.kill('SIGTERM');
  return finished;
}

test('the summary names the open point, the operation, the request and the section', async () => {
  const { code, stderr } = await afterRequest('/pets?colour=red', quiet);

  expect(code).toBe(0);
  expect(stderr).toContain(
    '1× listPets  unknown-query: the document is silent on query parameters that are not in the ' +
      'document (section 4.1)\n         example: GET /v1/pets?colour=red\n',
  );
});

test('the summary is a line of JSON with --log-format json', async () => {
  const { stderr } = await afterRequest('/pets/1', [...quiet, '--log-format', 'json']);

  const { summary } = JSON.parse(stderr);
  expect(summary.exchanges).toBe(1);
  expect(summary.notes[0]).toMatchObject({ kind: 'deprecated', operation: 'getPet' });
});

test.each([
  ['open', '/pets?colour=red', 'requests used open points (unknown-query)'],
  ['deprecated', '/pets/1', 'requests used a deprecated operation (getPet)'],
  ['violation', '/pets?limit=0', 'requests violated the document (section 4.1)'],
])('--fail-on %s exits with 1 and the reason, also when silent', async (kind, target, reason) => {
  const args = ['--fail-on', kind, '--log-level', 'silent'];

  const { code, stderr } = await afterRequest(target, args);

  expect(code).toBe(1);
  expect(stderr).toContain(`Failed by --fail-on ${kind}: ${reason}. `);
  const allow = kind === 'open' ? 'unknown-query' : kind;
  expect(stderr).toContain(`set {"allow":["${allow}"]} in its sandbox. `);
  expect(stderr).toContain(`pass --allow ${allow}.\n`);
});

test.each([
  ['open', '/pets', 'an unavoidable point'],
  ['all', '/pets', 'an unavoidable point'],
  ['open,deprecated,violation', '/pets?__code=302', 'a refused request'],
  ['deprecated,violation', '/pets?colour=red', 'another kind of note'],
  ['open,deprecated,violation', '/pets?limit=5', 'promised behaviour'],
])('--fail-on %s exits with 0 after GET %s: %s', async (kinds, target) => {
  expect((await afterRequest(target, ['--fail-on', kinds])).code).toBe(0);
});

test('--fail-on all fails for a refused request', async () => {
  expect((await afterRequest('/pets?__code=302', ['--fail-on', 'all'])).code).toBe(1);
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

test.each([
  ['opened', ['--fail-on', 'opened'], {}, '--fail-on must be'],
  ['', ['--fail-on', ''], {}, '--fail-on must be'],
  ['any', [], { ANIMAL_STORE_FAIL_ON: 'any' }, 'ANIMAL_STORE_FAIL_ON must be'],
])('--fail-on rejects the kind "%s" with exit code 3', async (word, args, environment, begin) => {
  const { code, stderr } = await run(['start', ...args], { environment }).finished;

  expect(code).toBe(3);
  expect(stderr).toBe(
    `${begin} one or more of open, deprecated, violation, refused, all; got "${word}".\n`,
  );
});

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
  expect(stderr).toContain(
    'Summary of 1 exchange: the requests used only what the document promises, except what is ' +
      'allowed.\n' +
      'Allowed, so no failure: createPet: violates section 4.2 (1×).\n' +
      'Also open, in responses to any request: error-codes. Run animal-store matrix to find out ' +
      'whether your client depends on it.\n',
  );
});

test('--fail-on fails for the same request in another sandbox', async () => {
  const { code, stderr } = await exec(formTest("await post(key + '.other')"), ['--fail-on', all]);

  expect(code).toBe(1);
  expect(stderr).toContain('1× createPet  violates section 4.2\n');
  expect(stderr).toContain('Allowed, so no failure: createPet: violates section 4.2 (1×).\n');
  expect(stderr).toContain('requests violated the document (section 4.2). ');
});

test('--allow unknown-query allows nothing else', async () => {
  const options = ['--fail-on', 'open', '--allow', 'unknown-query'];

  expect((await afterRequest('/pets?a=1', options)).code).toBe(0);
  expect((await afterRequest('/pets?limit=', options)).code).toBe(1);
});
