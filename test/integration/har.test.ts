import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
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
  /** Further fields, or other values. */
  readonly entry?: object;
  readonly request?: object;
  readonly response?: object;
}

const listPairs = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

const key = { Authorization: 'Bearer key-of-the-service' };
const createContent = (text: string, mimeType = 'application/json') => ({
  size: Buffer.byteLength(text),
  mimeType,
  text,
});
const pets = createContent(JSON.stringify([pet]));

const createEntry = ({ url = '/pets', headers = key, body, ...part }: Part) => ({
  startedDateTime: '2026-01-31T12:00:00.000Z',
  request: {
    method: part.method ?? 'GET',
    url: url.startsWith('/') ? base + url : url,
    headers: listPairs({ ':authority': 'staging.test', ...headers }),
    bodySize: part.bodySize ?? 0,
    ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
    ...part.request,
  },
  response: {
    status: part.status ?? 200,
    headers: listPairs(part.returned ?? { 'Content-Type': 'application/json' }),
    content: part.content ?? pets,
    ...part.response,
  },
  ...part.entry,
});

/** Runs `check` on files, and reads what it prints and writes. */
async function check(files: readonly unknown[], ...flags: readonly string[]) {
  const folder = createFolder();
  const paths = files.map((file, index) => {
    const path = join(folder, `${index}.har`);
    const isRaw = typeof file === 'string' || file instanceof Uint8Array;
    writeFileSync(path, isRaw ? file : JSON.stringify(file));
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

const mismatch: Part = { content: createContent('[{"id":"1"}]') };

test('a store that is set for other commands plays no part', async () => {
  vi.stubEnv('ANIMAL_STORE_STORE', 'valkey://127.0.0.1:1');

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
  const { url, origin, sandbox } = await start({ pets: 100, logLevel: 'silent' });
  await sandbox('default').addRule({ headers: { Location: '/v1/pets?limit=9' } });
  const headers = { Authorization: 'Bearer test-key' };
  const first = await fetch(`${url}/pets?a=1&a=2`, { headers });
  await fetch(`${url}/pets?limit=100`, { headers });

  const { log } = await (await fetch(`${origin}/__admin/requests?format=har&limit=2`)).json();

  expect(log).toMatchObject({ version: '1.2', creator: { name: 'animal-store-simulator' } });
  const [entry, long] = log.entries;
  const sent = ['Content-Type', 'Content-Length', 'Date', 'Simulator-Notes'];
  expect(entry.response.headers).toEqual(
    expect.arrayContaining(
      sent.map((name) => ({ name: name.toLowerCase(), value: first.headers.get(name) })),
    ),
  );
  expect(entry).toMatchObject({
    startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
    time: expect.any(Number),
    request: {
      method: 'GET',
      url: `${url}/pets?a=1&a=2`,
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
      redirectURL: '/v1/pets?limit=9',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: entry.time, receive: 0 },
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

  const har = await (await fetch(`${origin}/__admin/requests?format=har`)).text();
  const { text } = await check([har]);

  expect(har).not.toContain('postData');
  expect(text).toContain('0 exchanges; 1 not checked, without the whole body of the request');
});

test('prints the summary, and fails as --fail-on says', async () => {
  const passing = await checkEntries([{}, mismatch]);
  const failing = await checkEntries([{}, mismatch], '--fail-on', 'mismatch');
  const allowed = await checkEntries([mismatch], '--fail-on', 'mismatch', '--allow', 'mismatch');
  // The key of another request.
  const keyed = { url: '/pets?token=key-of-the-service', headers: { Accept: '*/*' } };
  const both = await checkEntries([mismatch, keyed], '--fail-on', 'all');

  expect([passing.code, failing.code, allowed.code]).toEqual([0, 1, 0]);
  expect(passing.text).toContain('Summary of 2 exchanges:');
  expect(failing.text).toContain('Correct the service, or pass --allow mismatch.');
  expect(failing.text).not.toContain('Change the requests');
  expect(both.text).toContain('Change the requests. Correct the service');
  expect(JSON.stringify(both)).toContain('/pets?token=***');
  expect(JSON.stringify(both)).not.toContain('key-of-the-service');
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

test('--url takes other paths below it for mistakes of the client', async () => {
  const parts = [
    { url: '/pets/' },
    { url: '/pet/1' },
    { url: 'https://staging.test/api/v11/pets' },
  ];
  const { text, summary } = await checkEntries(parts, '--url', 'https://STAGING.test:443/api/v1');
  expect(summary?.notes).toMatchObject([{ kind: 'violation', section: '4', count: 2 }]);
  expect(text).toContain('2 exchanges; 1 not checked, of other addresses');
});

test('checks several files as one', async () => {
  const file = { log: { entries: [createEntry(mismatch)] } };
  const { summary } = await check([file, file]);
  expect(summary?.notes).toMatchObject([{ kind: 'mismatch', count: 2 }]);
});

const errorText = (status: number) => JSON.stringify({ code: 'a', message: 'A.', status });
const created = createContent('{"id":3,"name":"Žofie","categoryId":2}');
const creating = { method: 'POST', url: '/pets', status: 201 };
const headers = { ...key, 'Content-Type': 'application/json' };

const newPet = '{"name":"Žofie","categoryId":2}';
const size = Buffer.byteLength(newPet);
const sent = (postData: object) => ({ request: { postData } });
const length = (value: number) => ({ headers: { ...headers, 'Content-Length': `${value}` } });

const wrongPet = '{"name":"Žofie",\n"categoryId":"2"}';
const wrongSize = Buffer.byteLength(wrongPet);
const base64 = { encoding: 'base64', text: Buffer.from(wrongPet).toString('base64') };

test.each<[string, Part]>([
  ['bytes', { bodySize: wrongSize, body: wrongPet }],
  ['characters', { bodySize: wrongPet.length, body: wrongPet }],
  ['bytes of Windows line breaks', { bodySize: wrongSize + 1, body: wrongPet }],
  ['nothing', { bodySize: -1, body: wrongPet }],
  ['bytes in Base64', { bodySize: wrongSize, ...sent(base64) }],
  ['an empty body', { ...length(0), body: '' }],
  ['a malformed body', { ...length(4), bodySize: 4, body: '{"a"' }],
  ['characters of a malformed body', { bodySize: 4, body: '{"ž"' }],
])('checks the body of a request whose size counts %s', async (_, part) => {
  const { summary } = await checkEntries([{ ...creating, headers, ...part }], '--fail-on', 'all');
  expect(summary?.notes.map(({ kind }) => kind)).toEqual(['violation', 'mismatch']);
});

const wrong = createContent('[{"id":"1"}]');
const gzip = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };

test.each<[string, Part]>([
  ['has another text', { content: { ...wrong, text: '[application/json redacted]' } }],
  ['has a part', { content: { ...wrong, text: wrong.text.slice(0, 9) } }],
  ['has an empty text', { content: { ...wrong, text: '' } }],
  ['has the size 0 and a stream', { content: { size: 0, text: '' } }],
  ['has null', { content: { ...wrong, text: null } }],
  ['has gzip', { returned: gzip, content: { ...createContent('H4sIAAAA'), encoding: 'base64' } }],
  ['has no media type', { returned: { Date: 'today' }, content: { ...wrong, mimeType: '' } }],
  ['has no content', { response: { content: null } }],
])('checks only the status of a response of which the file %s', async (_, part) => {
  const { text: printed, summary } = await checkEntries([part, { ...part, status: 404 }]);
  expect(summary?.notes).toMatchObject([{ kind: 'mismatch', count: 1 }]);
  expect(printed).toContain(
    '2 exchanges; 2 with the status alone, as the file lacks the whole body',
  );
});

test.each<[string, Part]>([
  ['the header has none', { returned: {} }],
  ['the header is redacted', { returned: { 'Content-Type': '[redacted]' } }],
  [
    'the size is the compressed one',
    { returned: gzip, content: { ...wrong, size: 40 }, response: { bodySize: 40 } },
  ],
  ['the length is the compressed one', { returned: { ...gzip, 'Content-Length': '40' } }],
])('checks a response where %s', async (_, part) => {
  const { text } = await checkEntries([{ ...mismatch, ...part }]);
  expect(text).toContain('got "1" (a string)');
});

test('does not check keys where the file has none', async () => {
  const cookie = { Cookie: 'a=b' };
  const sanitized = await checkEntries([{ headers: cookie }]);
  const whole = await checkEntries([{}, { headers: cookie }]);

  expect(sanitized.summary?.notes).toEqual([]);
  expect(sanitized.text).toContain('1 exchange; 1 with the key unchecked, as the file lacks it');
  expect(whole.summary?.notes.map(({ kind }) => kind)).toEqual(['violation', 'mismatch']);
});

test('asks only the requests of the service whether the file has keys', async () => {
  const login = { url: 'https://login.test/token', headers: { Authorization: 'Basic secret' } };
  const emptied = { headers: { Authorization: 'Bearer ' } };
  const bare = { request: { headers: [] } };

  const others = await checkEntries([login, { headers: {} }]);
  const sanitized = await checkEntries([emptied, { headers: { Authorization: '' } }]);
  const one = await checkEntries([{}, bare]);

  expect([others, sanitized, one].map(({ summary }) => summary?.notes)).toEqual([[], [], []]);
  expect(sanitized.text).toContain('2 exchanges; 2 with the key unchecked, as the file lacks it');
  expect(one.text).toContain('2 exchanges; 1 with the key unchecked, as the file lacks it');
});

test('what the file lacks gets into no contract', async () => {
  const { text, summary } = await checkEntries(
    [
      { status: 401, headers: {}, content: createContent(errorText(401)) },
      {
        ...creating,
        headers: {},
        status: 400,
        bodySize: 2,
        content: createContent(errorText(400)),
      },
    ],
    ...['--pact', join(createFolder(), 'shop.json'), '--consumer', 'shop'],
  );
  expect(summary).toMatchObject({ exchanges: 1, notes: [] });
  expect(text).toContain('was not written');
});

const forced = (notes: string) => ({ returned: { 'Simulator-Notes': notes } });
const internal = { Location: 'https://staging.test/', 'Non-Authoritative-Reason': 'HSTS' };
const unusable: Readonly<Record<string, readonly unknown[]>> = {
  'of other addresses': [
    { url: '/owners' },
    { method: 'CONNECT', url: 'https://192.0.2.1:443/' },
    { url: 'https://cdn.test/', response: { content: null, status: '' } },
    { url: 'https://cdn.test/', request: { headers: [{ name: 'Cookie' }], postData: null } },
  ],
  'without a method or a whole URL': [
    { request: { url: '/v1/pets' } },
    { request: { method: null } },
    { entry: { request: undefined } },
  ],
  'without the query that was sent': [{ url: '/pets?limit=[limit redacted]' }],
  'without a response': [
    { status: 0 },
    { response: { status: '' } },
    { response: { status: 'error' } },
    { entry: { response: null } },
    { response: { _error: 'net::ERR_ABORTED' } },
    { response: { _failureText: 'net::ERR_FAILED' } },
  ],
  'answered by the browser': [
    { entry: { _fromCache: 'disk' } },
    { entry: { _fromDiskCache: true } },
    { entry: { _fetchType: 'Memory Cache' } },
    { entry: { _fetchType: 'Service Worker' } },
    { entry: { cache: { afterRequest: { lastFetched: '' } } } },
    { entry: { cache: { beforeRequest: { hitCount: 0 } } } },
    { entry: { _wasFulfilled: true } },
    { response: { _serviceWorkerResponseSource: 'fallback-code' } },
    { status: 307, returned: internal },
  ],
  'without the whole body of the request': [
    { bodySize: size },
    { bodySize: -1 },
    // Recorders with the protocol of Chromium have it of a Blob.
    { bodySize: 0 },
    { bodySize: size, body: '' },
    { bodySize: -1, body: '' },
    { body: '', ...length(size) },
    { bodySize: size, body: newPet.slice(0, 9) },
    { bodySize: -1, body: newPet.slice(0, 9) },
    { bodySize: size, body: '{}' },
    { bodySize: 5, body: '[body redacted]' },
    { bodySize: size, ...sent({ text: { name: 'Rex' } }) },
    { bodySize: size, ...sent({ params: [] }) },
    { bodySize: size, ...sent({ text: newPet, encoding: 'zip' }) },
    { bodySize: size, ...sent({ text: newPet }), headers: key },
    { bodySize: size, ...sent({ _file: 'none.json' }) },
  ].map((part) => ({ ...creating, headers, status: 400, ...part })),
  'answered by the simulator': [
    { status: 503, ...forced('scenario;applied="code=503";beyond') },
    { status: 501, ...forced('refused;code=simulator_full') },
  ],
};

test.each(Object.entries(unusable))('does not check what is %s', async (reason, parts) => {
  const { text: printed, summary } = await checkEntries([{}, ...(parts as Part[])]);
  expect(summary).toMatchObject({ exchanges: 1, notes: [] });
  expect(printed).toContain(`1 exchange; ${parts.length} not checked, ${reason}\n`);
});

test('an entry that is none refuses no file', async () => {
  const { text: printed } = await check([{ log: { entries: [null, 'a', {}, createEntry({})] } }]);
  expect(printed).toContain('1 exchange; 3 not checked, without a method or a whole URL');
});

test('checks what a service worker or a proxy got from the service', async () => {
  const { summary } = await checkEntries([
    { ...mismatch, response: { _serviceWorkerResponseSource: 'network', _error: null } },
    { ...mismatch, entry: { _fetchType: 'Network Load', cache: { afterRequest: null } } },
  ]);
  expect(summary?.notes).toMatchObject([{ kind: 'mismatch', count: 2 }]);
});

test('reads methods in lower case, and parameters that only stand beside the URL', async () => {
  const many = Array.from({ length: 30 }, (_, id) => ({ ...pet, id }));
  const queryString = listPairs({ limit: '50' });
  const { summary } = await checkEntries([
    { ...creating, method: 'post', headers, bodySize: size, body: newPet, content: created },
    { method: 'get', content: createContent(JSON.stringify(many)), request: { queryString } },
  ]);
  expect(summary?.exchanges).toBe(2);
  expect(summary?.notes).toMatchObject([{ kind: 'open', point: 'omitted-status' }]);
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
  const content = createContent('"key-of-the-service"');
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

const har = { log: { entries: [createEntry(mismatch)] } };
const packed = Buffer.from(JSON.stringify(har));
const attached = { content: { size: 12, mimeType: 'application/json', _file: 'bodies/a.json' } };
const zip = (files: Readonly<Record<string, unknown>>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, value]) => [name, strToU8(JSON.stringify(value))]),
    ),
  );
const withAttached = { log: { entries: [createEntry(attached)] } };

test.each([
  ['gzip', gzipSync(packed)],
  ['zlib', deflateSync(packed)],
  [
    'a zip',
    zip({ 'a/b.har': withAttached, 'a/bodies/a.json': [{ id: '1' }], '__MACOSX/a/b.har': 0 }),
  ],
])('reads %s', async (_, file) => {
  const { text } = await check([file]);
  expect(text).toContain('got "1" (a string)');
});

test('reads bodies in files beside the HAR, and in no other', async () => {
  const folder = createFolder();
  const write = (name: string, value: unknown) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(value));
    return path;
  };
  write('a.json', [{ id: '1' }]);
  write('below/bodies/a.json', [{ id: '1' }]);
  const outside = { ...attached.content, _file: '../a.json' };
  const entries = [createEntry(attached), createEntry({ content: outside })];

  const { stderr } = await runHere('check', write('below/a.har', { log: { entries } }));

  expect(stderr).toContain('1× listPets  contradicts section 4.1');
  expect(stderr).toContain('1 with the status alone');
});

/** A right exchange of each kind, with all that its parts and sizes can tell. */
const right = [
  createEntry({ url: '/pets?limit=50', request: { queryString: listPairs({ limit: '50' }) } }),
  createEntry({
    ...creating,
    ...length(size),
    bodySize: size,
    body: newPet,
    returned: { 'Content-Type': 'application/json', 'Content-Length': `${created.size}` },
    content: created,
  }),
  createEntry({ url: '/pets/9', status: 404, content: createContent(errorText(404)) }),
];

const removals: readonly ((part: unknown) => unknown)[] = [
  () => undefined,
  () => null,
  (part) => (typeof part === 'string' ? '' : Array.isArray(part) ? [] : -1),
  (part) => (typeof part === 'string' && part.startsWith('{') ? part.slice(0, 9) : part),
];

/** A HAR without some parts of a right one, each by its number. */
const lacking = fc
  .tuple(
    fc.constantFrom(...right),
    fc.array(fc.tuple(fc.integer({ min: 3, max: 60 }), fc.constantFrom(...removals)), {
      maxLength: 8,
    }),
  )
  .map(([entry, removed]) => {
    const byNumber = new Map(removed);
    let number = 0;
    const remove = (_: string, part: unknown) => {
      const act = byNumber.get(number++);
      return act === undefined ? part : act(part);
    };
    return JSON.stringify({ log: { entries: [entry] } }, remove);
  });

test('whatever parts a right HAR lacks, no mismatch and no violation appears', async () => {
  const whole = await check(right.map((entry) => ({ log: { entries: [entry] } })));
  expect(whole.text).not.toMatch(/not checked|alone|unchecked/);
  await fc.assert(
    fc.asyncProperty(fc.array(lacking, { minLength: 20, maxLength: 40 }), async (files) => {
      const { summary } = await check(files);
      expect(summary?.notes.filter(({ kind }) => /mismatch|violation/.test(kind))).toEqual([]);
    }),
    { numRuns: 10 },
  );
}, 60_000);

test('one sentence about a file that is too large', async () => {
  const path = join(createFolder(), 'large.har');
  writeFileSync(path, '{');
  truncateSync(path, 3 * 2 ** 30);
  const { code, stderr } = await runHere('check', path);
  expect([code, stderr]).toEqual([3, expect.stringContaining('is larger than 512 MiB.')]);
});

test.each([
  ['a file that is no JSON', '<har>', /is not JSON: /],
  ['another JSON file', { pets: [] }, /is not a HAR .*: it has no list log\.entries/],
  ['gzip that is cut', gzipSync(packed).subarray(0, 40), /can't be unpacked: /],
  ['a zip that is cut', zip({ 'a.har': {} }).subarray(0, 40), /can't be unpacked: /],
  ['a zip of two HARs', zip({ 'a.har': {}, 'b.har': {} }), /without exactly one \.har file/],
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
