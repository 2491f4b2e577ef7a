import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Summary } from '../../src/index.js';
import { createFolder } from '../support/files.js';
import { runHere } from '../support/run-here.js';
import { start } from '../support/simulator.js';
import { json, openService, pet } from '../support/upstream.js';

const base = 'https://staging.test/api/v1';

/** Part of an entry of a HAR, as browsers write it. */
interface Part {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bodySize?: number;
  readonly body?: string;
  readonly status?: number;
  readonly returned?: Readonly<Record<string, string>>;
  readonly content?: object;
}

const listPairs = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

const key = { Authorization: 'Bearer key-of-the-service' };
const pets = { size: 100, mimeType: 'application/json', text: JSON.stringify([pet]) };

const createEntry = ({ url = '/pets', headers = key, body, ...part }: Part) => ({
  startedDateTime: '2026-01-31T12:00:00.000Z',
  request: {
    method: part.method ?? 'GET',
    url: url.startsWith('/') ? base + url : url,
    headers: listPairs({ ':authority': 'staging.test', ...headers }),
    bodySize: part.bodySize ?? 0,
    ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
  },
  response: {
    status: part.status ?? 200,
    headers: listPairs(part.returned ?? { 'Content-Type': 'application/json' }),
    content: part.content ?? pets,
  },
});

/** Runs `check` on files, and reads what it prints and writes. */
async function check(files: readonly unknown[], ...flags: readonly string[]) {
  const folder = createFolder();
  const paths = files.map((file, index) => {
    const path = join(folder, `${index}.har`);
    writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file));
    return path;
  });
  const report = join(folder, 'report.json');
  const { code, stderr } = await runHere('check', ...paths, '--json', report, ...flags);
  const text = stderr.trimEnd();
  const read = (): Summary => JSON.parse(readFileSync(report, 'utf8'));
  return { code, folder, text, summary: code === 3 ? undefined : read() };
}

const checkEntries = (parts: readonly Part[], ...flags: readonly string[]) =>
  check([{ log: { version: '1.2', entries: parts.map(createEntry) } }], ...flags);

const mismatch: Part = { content: { ...pets, text: '[{"id":"1"}]' } };

test('a store that is set for other commands plays no part', async () => {
  vi.stubEnv('ANIMAL_STORE_STORE', 'valkey://127.0.0.1:1');
  onTestFinished(() => void vi.unstubAllEnvs());

  const { summary } = await checkEntries([mismatch]);

  expect(summary?.notes).toContainEqual(expect.objectContaining({ kind: 'mismatch' }));
});

test('a journal saved as HAR has the notes of the journal', async () => {
  const respond = [
    json(200, [pet]),
    json(200, [{ ...pet, id: 'one' }]),
    json(400, { code: 'bad', message: 'Bad.', status: 400 }),
    json(201, { ...pet, id: 2 }),
    json(201, { ...pet, id: 3 }),
    json(404, {}),
    json(401, { code: 'bad', message: 'Bad.', status: 401 }),
  ];
  const { url: upstream } = await openService((request, response) =>
    respond.shift()?.(request, response),
  );
  const { url, origin, summary } = await start({ upstream, logLevel: 'silent' });
  const headers = { ...key, 'Content-Type': 'application/json' };
  const create = { method: 'POST', headers, body: '{"name":"Rex","categoryId":2}' };
  const send = (path: string, init: RequestInit = { headers }) => fetch(url + path, init);
  await send('/pets?limit=1');
  await send('/pets', { headers: { ...headers, Prefer: 'delay=1' } });
  await send('/pets?limit=0');
  await send('/pets', create);
  await send('/pets', { ...create, body: '{"name":"Rex"}' });
  await send('/pets/1');
  await send('/pets', {});
  await send('/pets', { headers: { ...headers, Prefer: 'code=503' } });

  const har = await (await fetch(`${origin}/__admin/requests?format=har`)).text();
  const checked = await check([har]);

  const { notes, exchanges } = summary();
  expect(notes.map(({ kind }) => kind)).toContain('mismatch');
  expect(checked.summary?.notes).toEqual(JSON.parse(JSON.stringify(notes)));
  expect(checked.summary?.exchanges).toBe(exchanges - 1);
  expect(checked.text).toContain('7 exchanges; 1 not checked, answered by the simulator');
  expect(har).not.toContain('key-of-the-service');
});

test('a HAR of the admin interface has what HAR 1.2 requires', async () => {
  const { url, origin } = await start({ pets: 100, logLevel: 'silent' });
  await fetch(`${url}/pets?a=1&a=2`, { headers: { Authorization: 'Bearer test-key' } });
  await fetch(`${url}/pets?limit=100`, { headers: { Authorization: 'Bearer test-key' } });

  const { log } = await (await fetch(`${origin}/__admin/requests?format=har&limit=2`)).json();

  expect(log).toMatchObject({ version: '1.2', creator: { name: 'animal-store-simulator' } });
  const [entry, long] = log.entries;
  expect(entry).toMatchObject({
    startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
    time: expect.any(Number),
    request: {
      method: 'GET',
      url: 'http://localhost/v1/pets?a=1&a=2',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: expect.arrayContaining([{ name: 'authorization', value: 'Bearer ***' }]),
      queryString: [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
      ],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: 200,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      content: { mimeType: 'application/json', text: expect.stringMatching(/^\[{"id":1/) },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: expect.any(Number), receive: 0 },
  });
  expect(entry.response.content.size).toBe(entry.response.content.text.length);
  // The journal has the beginning of this body only.
  expect(long.response.content).toEqual({ size: -1, mimeType: 'application/json' });
});

test('a request whose body the journal has in part is not checked', async () => {
  const { url, origin } = await start({ logLevel: 'silent' });
  const body = JSON.stringify({ name: 'x'.repeat(5_000), categoryId: 2 });
  const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
  await fetch(`${url}/pets`, { method: 'POST', headers, body });

  const { text } = await check([
    await (await fetch(`${origin}/__admin/requests?format=har`)).text(),
  ]);

  expect(text).toContain('0 exchanges; 1 not checked, without the body of the request');
});

test('prints the summary, and fails as --fail-on says', async () => {
  const passing = await checkEntries([{}, mismatch]);
  const failing = await checkEntries([{}, mismatch], '--fail-on', 'mismatch');
  const allowed = await checkEntries([mismatch], '--fail-on', 'mismatch', '--allow', 'mismatch');

  expect([passing.code, failing.code, allowed.code]).toEqual([0, 1, 0]);
  expect(passing.text).toContain('Summary of 2 exchanges:');
  expect(failing.text).toContain('Correct the service, or pass --allow mismatch.');
  expect(failing.text).not.toContain('Change the requests');
  expect(passing.text).toContain('1× listPets  contradicts section 4.1');
});

test('takes the paths of the interface below any URL that ends in /v1', async () => {
  const { text, summary } = await checkEntries([
    { url: '/pets#top' },
    { url: '/pets/1' },
    { url: '/owners' },
    { url: 'https://staging.test/pets' },
    { url: 'https://cdn.test/app.js' },
    { url: 'http://other.test/v1/pets' },
  ]);

  expect(summary?.exchanges).toBe(3);
  expect(text).toContain('3 exchanges; 3 not checked, of other addresses');
});

test('--url takes the paths below one URL', async () => {
  const { text } = await checkEntries(
    [{}, { url: 'http://other.test/v1/pets' }, { url: 'https://x.test/pets' }],
    '--url',
    'https://x.test',
  );
  expect(text).toContain('1 exchange; 2 not checked, of other addresses');
});

test('checks several files as one', async () => {
  const file = { log: { entries: [createEntry(mismatch)] } };
  const { summary } = await check([file, file]);
  expect(summary?.notes).toMatchObject([{ kind: 'mismatch', count: 2 }]);
});

const creating = { method: 'POST', url: '/pets', status: 201 };
const headers = { ...key, 'Content-Type': 'application/json' };

test('does not check a request whose body the file lacks', async () => {
  const { text, summary } = await checkEntries([
    { ...creating, headers, bodySize: 30 },
    { ...creating, headers, bodySize: -1 },
  ]);
  expect([summary?.exchanges, summary?.notes]).toEqual([0, []]);
  expect(text).toContain('0 exchanges; 2 not checked, without the body of the request');
});

test('a request without a body violates the document, and its success contradicts it', async () => {
  const { summary, text } = await checkEntries([{ ...creating, headers }], '--fail-on', 'all');
  expect(summary?.notes.map(({ kind }) => kind)).toEqual(['violation', 'mismatch']);
  // A test can't allow what a service does.
  expect(text).toContain('or pass --allow mismatch. If a test');
  expect(text).toContain('set {"allow":["violation"]} in its sandbox.');
});

test('checks only the status where the file lacks the body of the response', async () => {
  const content = { size: 100, mimeType: 'application/json' };
  const { text, summary } = await checkEntries([{ content }, { content, status: 404 }]);
  expect(summary?.notes).toMatchObject([{ kind: 'mismatch', count: 1 }]);
  expect(text).toContain('2 exchanges; 2 with the status alone, as the file lacks the body');
});

test('reads bodies in Base64', async () => {
  const text = Buffer.from(JSON.stringify([{ ...pet, name: 'Žofie' }])).toString('base64');
  const { summary } = await checkEntries([{ content: { ...pets, text, encoding: 'base64' } }]);
  expect(summary).toMatchObject({ exchanges: 1, notes: [] });
});

test('does not check keys where the file has none', async () => {
  const cookie = { Cookie: 'a=b' };
  const sanitized = await checkEntries([{ headers: cookie }]);
  const whole = await checkEntries([{}, { headers: cookie }]);

  expect(sanitized.summary?.notes).toEqual([]);
  expect(sanitized.text).toContain('1 exchange; no keys, so none are checked');
  expect(whole.summary?.notes.map(({ kind }) => kind)).toEqual(['violation', 'mismatch']);
});

test('skips requests without a response, and those that the simulator answered', async () => {
  const returned = { 'Simulator-Notes': 'scenario;applied="code=503";beyond' };
  const { text } = await checkEntries([
    { status: 0 },
    { status: 503, returned },
    { status: 501, returned: { 'Simulator-Notes': 'refused;code=simulator_full' } },
  ]);
  expect(text).toContain(
    '0 exchanges; 1 not checked, without a response; 2 not checked, answered by the simulator',
  );
});

test('ignores what a request asked of the simulator', async () => {
  const { summary } = await checkEntries([
    { ...mismatch, headers: { ...key, Prefer: 'code=404' } },
    { ...mismatch, url: '/pets?__code=404' },
  ]);
  const notes = [{ kind: 'mismatch', count: 2 }];
  expect(summary).toMatchObject({ exchanges: 2, notes, refused: [] });
});

test('shows no key of a file', async () => {
  const content = { ...pets, text: '"key-of-the-service"' };
  const { text, summary } = await checkEntries([{ content, url: '/pets?a=key-of-the-service' }]);
  expect(text).toContain('contradicts section 4.1');
  expect(text + JSON.stringify(summary)).not.toContain('key-of-the-service');
});

test('without an exchange, --fail-on cannot pass', async () => {
  const { code } = await checkEntries([{ url: 'https://a.test/' }], '--fail-on', 'mismatch');
  expect(code).toBe(2);
});

test('records a contract', async () => {
  const pact = join(createFolder(), 'shop.json');
  await checkEntries([{ url: '/pets?limit=5' }, mismatch], '--pact', pact, '--consumer', 'shop');
  expect(JSON.parse(readFileSync(pact, 'utf8')).interactions).toHaveLength(1);
});

test.each([
  ['a file that is no JSON', '<har>', /is not JSON: /],
  [
    'another JSON file',
    { pets: [] },
    /is not a HAR \(HTTP Archive 1\.2\): log must be of type object; got nothing\. Save /,
  ],
  [
    'an entry without a URL',
    { log: { entries: [{ request: {}, response: {} }] } },
    /: log\.entries\.0\.request\.method must be of type string; got nothing\. Save /,
  ],
])('one sentence about %s', async (_, file, message) => {
  const { code, text } = await check([file]);
  expect(code).toBe(3);
  expect(text).toMatch(message);
  expect(text.split('\n')).toHaveLength(1);
});

test('one sentence about no file at all', async () => {
  const { code, text } = await check([]);
  expect([code, text]).toEqual([3, 'Name a HAR file, such as animal-store check traffic.har.']);
});
