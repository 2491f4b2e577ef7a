import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { run } from '../../../src/cli/main.js';
import { formatPlan } from '../../../src/cli/verify.js';
import { createFolder } from '../../support/files.js';
import { openHttp } from '../../support/open-http.js';
import { capture, runHere } from '../../support/run-here.js';
import { flagsOf, openProvider, serviceOf } from '../../verify/open-provider.js';
import { resolveOptions } from '../../verify/providers/in-process.js';
import { Service } from '../../verify/providers/service.js';

const html = serviceOf('A list is an HTML page.');

test.for([
  [
    'passes',
    Service,
    '4.1',
    0,
    /^\? inconclusive: no list was empty; .* passes \d+ of \d+ requirements of the interface; 1 inc/s,
  ],
  ['fails', html, '4.1', 1, /^1\. the content type must be application\/json.* fails \d+ of /s],
  ['shows too little', Service, '4.2', 2, /^\? inconclusive: testing it needs createPet, which /],
] as const)('a provider that %s: exit code and report', async ([, create, only, code, words]) => {
  const provider = await openProvider(create);
  const report = join(createFolder(), 'report.json');
  const junit = join(createFolder(), 'report.xml');
  const files = ['--json', report, '--junit', junit];

  const finished = await runHere(
    ...['verify', ...flagsOf(provider), '--read-only', '--only', only, ...files],
  );

  expect(finished).toEqual({
    code,
    stdout: expect.stringMatching(words),
    stderr: expect.stringMatching(
      /^Verifying http:\S+\/v1 against \d+ requirements .* No pets are created\.\n$/,
    ),
  });
  const written = readFileSync(report, 'utf8') + readFileSync(junit, 'utf8');
  expect(written).toMatch(/^\{.*<testsuites/s);
  expect(finished.stdout + written).not.toContain(provider.apiKey);
  expect(finished.stdout).not.toContain('\u001b');
});

test('a provider that cannot be reached: exit code 3, unless a signal has set it, and one line', async () => {
  const target = { url: 'http://127.0.0.1:65534/v1', apiKey: 'some-key' };

  expect(await runHere('verify', ...flagsOf(target))).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/^http:\S+ could not be verified\. .*ECONNREFUSED.*\n$/),
  });
  const stopped = () => {
    process.exitCode = 130;
    return run(['verify', ...flagsOf(target)]);
  };
  expect((await capture(stopped)).code).toBe(130);
});

test('in GitHub Actions, findings are annotations', async () => {
  vi.stubEnv('GITHUB_ACTIONS', 'true');
  const { stdout } = await runHere(
    ...['verify', ...flagsOf(await openProvider(html)), '--read-only', '--only', '4.1'],
  );

  expect(stdout).toMatch(/^::error title=the content type must be [^:]*::request /m);
});

test.for(['--json', '--junit'])(
  '%s with an unwritable path fails before the first request',
  async (flag) => {
    let calls = 0;
    const url = await openHttp((_request, response) => {
      calls += 1;
      response.end();
    });
    const file = join(createFolder(), 'no', 'folder', 'report');

    expect(await runHere('verify', ...flagsOf({ url, apiKey: 'key' }), flag, file)).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^${flag}: the report can't be written: ENOENT.*\\. Name a file in a folder`),
      ),
    });
    expect(calls).toBe(0);
  },
);

const target = flagsOf({ url: 'http://127.0.0.1:1', apiKey: 'some-key' });

test.for([
  ['--url (or ANIMAL_STORE_URL) is required', ['--api-key', 'some-key']],
  ['--api-key (or ANIMAL_STORE_API_KEY) is required', ['--url', 'http://127.0.0.1:1']],
  ['--state-map requires --pact or --broker.', [...target, '--state-map', 'states.json']],
  ['--publish requires --pact or --broker.', [...target, '--', '--publish']],
  [
    '--only cannot be used with --pact or --broker.',
    [...target, '--pact', 'contracts', '--only', '4.1'],
  ],
  ['--pact: nodir does not exist. Name a Pact file', [...target, '--pact', 'nodir']],
  ['a URL without credentials', [...target, '--broker', 'http://user:secret@localhost']],
  ['set PACT_BROKER_TOKEN', [...target, '--broker', 'localhost']],
] as const)('wrong usage: %s', async ([message, flags]) => {
  const { code, stderr } = await runHere('verify', ...flags);

  expect(code).toBe(3);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('secret');
});

test('a report about pacts hides the values of --header, also short ones', async () => {
  const url = await openHttp(({ headers }, response) => response.writeHead(401).end(headers.a));
  const flags = [...flagsOf({ url, apiKey: 'some-key' }), '--header', 'A: ab-711', '--pact', '.'];

  expect((await runHere('verify', ...flags)).stdout).toContain('GET /pets returned 401 ***. ');
});

test('announces the number of requirements and pets', () => {
  const text = formatPlan(resolveOptions({ url: 'http://a/v1', apiKey: 'key' }));

  expect(text).toMatch(/^Verifying http:\/\/a\/v1 against \d\d requirements/);
  expect(text).toContain('creates at most 45 pets (');
  expect(text).toContain('Their names contain "verify", except for a few odd ones;');
});
