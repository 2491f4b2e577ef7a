import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildRequest, type Request, snippets } from '../../../src/console/docs/request.js';
import { noCurl } from '../../support/curl.js';
import { start } from '../../support/simulator.js';

// biome-ignore lint/suspicious/noTemplateCurlyInString: the text must stay one
const body = '{"name":"it\'s \\"$HOME\\" `${1}` | \\\\","categoryId":9007199254740993}';
const runCurl = (request: Request) =>
  promisify(execFile)('sh', ['-c', snippets.curl(request).replace('curl', 'curl -sm 20')]);
const runFetch = (request: Request) =>
  import(
    `data:text/javascript,${encodeURIComponent(`${snippets.fetch(request)}//${Math.random()}`)}`
  );

test.for([
  ['curl', runCurl],
  ['fetch', runFetch],
] as const)(
  'code for %s sends what the form of the reference has',
  async ([name, run], { skip }) => {
    skip(name === 'curl' && noCurl !== undefined, noCurl);
    const simulator = await start();
    const shared = { key: 'test-key', sandbox: 'x' };
    const create = { method: 'POST', path: '/pets' };
    const find = { method: 'GET', path: '/pets/{petId}' };

    const page = `${simulator.origin}/docs`;
    await run(buildRequest(create, { ...shared, body, Prefer: 'code=503' }, page));
    await run(buildRequest(find, { ...shared, petId: '9223372036854775807', trace: "'&" }, page));

    expect(await simulator.sandbox('x').requests()).toMatchObject([
      { status: 503, body, headers: { 'content-type': 'application/json', prefer: 'code=503' } },
      { status: 404, path: '/sandboxes/x/v1/pets/9223372036854775807', query: 'trace=%27%26' },
    ]);
  },
);
