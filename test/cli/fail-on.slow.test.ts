import { expect, test } from 'vitest';
import { run, start, withKey } from '../support/command.js';

const quiet = ['--log-level', 'error'];

/** What the command says at its end, after one request with the key. */
async function afterRequest(target: string, args: readonly string[], init: RequestInit = withKey) {
  const { child, url, finished } = await start(args);
  await fetch(`${url}${target}`, init);
  child.kill('SIGTERM');
  return finished;
}

test('the summary says what came up, in which operation, by which request and where the document is silent', async () => {
  const { code, stderr } = await afterRequest('/pets?colour=red', quiet);

  expect(code).toBe(0);
  expect(stderr).toContain(
    '1× listPets  unknown-query: the document is silent on query parameters that are not in the ' +
      'document (section 4.1)\n         example: GET /v1/pets?colour=red\n',
  );
});

test('the summary is short when requests ask for what is promised', async () => {
  const { stderr } = await afterRequest('/pets?limit=1', [...quiet, '--pets', '1']);

  expect(stderr).toBe(
    'Summary of 1 exchange: the requests used only what the document promises.\n',
  );
});

test('the summary names who still calls getPet after its end', async () => {
  const init = { headers: { ...withKey.headers, 'User-Agent': 'shop/2' } };

  const { stderr } = await afterRequest('/pets/1', [...quiet, '--clock', '2031-01-01'], init);

  expect(stderr).toContain('after-sunset: the document is silent on getPet after 5 December 2030');
  expect(stderr).toContain('called 1× by shop/2 in sandbox default');
});

test('a client cannot steer the terminal with its name', async () => {
  const init = { headers: { ...withKey.headers, 'User-Agent': 'a\u0085b' } };

  const { stderr } = await afterRequest('/pets/1', quiet, init);

  expect(stderr).toContain('called 1× by a\\u0085b in');
});

test('the summary is a line of JSON when the log is', async () => {
  const { stderr } = await afterRequest('/pets/1', [...quiet, '--log-format', 'json']);

  const { summary } = JSON.parse(stderr);
  expect(summary.exchanges).toBe(1);
  expect(summary.notes[0]).toMatchObject({ kind: 'deprecated', operation: 'getPet' });
});

test('a silent run has no summary', async () => {
  const { stderr } = await afterRequest('/pets?colour=red', ['--log-level', 'silent']);

  expect(stderr).toBe('');
});

test.each([
  ['open', '/pets?colour=red', 'requests brought up open points (unknown-query)'],
  ['deprecated', '/pets/1', 'requests used a deprecated operation (getPet)'],
  ['violation', '/pets?limit=0', 'requests were not what the document asks for (section 4.1)'],
])('--fail-on %s exits with 1, even silently, and says why', async (kind, target, reason) => {
  const args = ['--fail-on', kind, '--log-level', 'silent'];

  const { code, stderr } = await afterRequest(target, args);

  expect(code).toBe(1);
  expect(stderr).toContain(`Failed by --fail-on ${kind}: ${reason}. `);
  const allow = kind === 'open' ? 'unknown-query' : kind;
  expect(stderr).toContain(`let it set {"allow":["${allow}"]} in its sandbox; `);
  expect(stderr).toContain(`say --allow ${allow}.\n`);
});

test.each([
  ['open', '/pets', 'the order of a list, which no request can avoid'],
  ['deprecated,violation', '/pets?colour=red', 'another kind'],
  ['open,deprecated,violation', '/pets?limit=5', 'what is promised'],
])('--fail-on %s exits with 0 after GET %s: %s', async (kinds, target) => {
  expect((await afterRequest(target, ['--fail-on', kinds])).code).toBe(0);
});

test('it can be repeated', async () => {
  const args = ['--fail-on', 'deprecated', '--fail-on', 'open'];

  expect((await afterRequest('/pets?colour=red', args)).code).toBe(1);
});

test('it can be said by a variable, and the flag goes before', async () => {
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
  ['all', [], { ANIMAL_STORE_FAIL_ON: 'all' }, 'ANIMAL_STORE_FAIL_ON must be'],
])('the word "%s" is one sentence, and exit code 2', async (word, args, environment, begin) => {
  const { code, stderr } = await run(['start', ...args], { environment }).finished;

  expect(code).toBe(2);
  expect(stderr).toBe(`${begin} one or more of open, deprecated, violation; got "${word}".\n`);
});
