import { describe, expect, test } from 'vitest';
import { openHttp, openTcp } from './providers.js';
import { flagsOf, verifyByCommand } from './verifying.js';

const key = 'some-key';
const json = { 'Content-Type': 'application/json' };

/** A provider that answers everything alike. */
const answering = (status: number, headers: Record<string, string> = json) =>
  openHttp((_request, response) => {
    response.writeHead(status, headers).end('{"code":"c","message":"m","status":0}');
  });

/** An address where nothing listens. */
async function unreachable(): Promise<string> {
  const listening = await openTcp((socket) => socket.destroy());
  return listening.replace('127.0.0.1', '127.0.0.3');
}

const providers: [string, () => Promise<string>, RegExp][] = [
  ['can not be reached', unreachable, /the connection was refused.* does the provider run\?$/],
  ['refuses the key with 401', () => answering(401), /answered 401 .* accepts with --api-key\.$/],
  ['refuses the key with 403', () => answering(403), /answered 403 .* accepts with --api-key\.$/],
  ['has nothing there', () => answering(404), /answered 404 .* It usually ends in \/v1, and/],
  [
    'speaks no TLS',
    async () => (await answering(200)).replace('http:', 'https:'),
    /no answer: no TLS is spoken there; if it is plain HTTP, give the address with http:\/\/\. Is/,
  ],
  [
    'speaks nothing but TLS, and closes',
    () => openTcp((socket) => socket.once('data', () => socket.end())),
    /no answer: the connection was closed .* right, with https:\/\/ where TLS is spoken, and does/,
  ],
  ...[
    ['nginx', '<h1>400 Bad Request</h1>The plain HTTP request was sent to HTTPS port'],
    ['Go', 'Client sent an HTTP request to an HTTPS server.\n'],
    ['Apache', 'Reason: You&#39;re speaking plain HTTP to an SSL-enabled server port.'],
    ['Tomcat', 'Bad Request\r\nThis combination of host and port requires TLS.\r\n'],
  ].map(([server, body]): (typeof providers)[number] => [
    `speaks nothing but TLS, and says so as ${server} does`,
    () => openHttp((_request, response) => response.writeHead(400).end(body)),
    /answered 400 .* TLS is spoken there: give the address with https:\/\/\.$/,
  ]),
  [
    'redirects',
    () => answering(308, { Location: 'https://elsewhere.example/v1' }),
    /answered 308 to https:\/\/elsewhere\.example\/v1 .* with --url\.$/,
  ],
];

describe('a provider could not be judged', () => {
  test.each(providers)('that %s: exit code 2, one line, and what to do', async (_, open, line) => {
    const url = await open();

    const { code, stdout, stderr } = await verifyByCommand(flagsOf({ url, apiKey: key }));

    expect(code).toBe(2);
    expect(stdout.startsWith(`${url} could not be judged. GET /pets `)).toBe(true);
    expect(stdout.trimEnd()).toMatch(line);
    expect(stdout.trimEnd()).not.toContain('\n');
    expect(stderr).toBe('');
  });
});

const url = 'http://127.0.0.1:9/v1';
const good = flagsOf({ url, apiKey: key });

const usages: [string, readonly string[], string][] = [
  [
    'no address',
    ['--api-key', key],
    '--url (or ANIMAL_STORE_URL) is missing: it must be an address such as',
  ],
  ['no key', ['--url', url], '--api-key (or ANIMAL_STORE_API_KEY) is missing: it must be a key of'],
  ['an address with a query', [...good, '--url', `${url}?a=b`], '--url must be an address such as'],
  ['credentials in it', [...good, '--url', 'http://me:pw@example/v1'], '--url must be an address'],
  ['an address that is none', [...good, '--url', 'example.org/v1'], '--url must be an address'],
  ['another scheme', [...good, '--url', 'ftp://example/v1'], '--url must be an address'],
  ['a time-out that is none', [...good, '--timeout', 'long'], '--timeout must be a whole number'],
  ['a time-out of 0', [...good, '--timeout', '0'], '--timeout must be a whole number from 1 to'],
  ['a category that is none', [...good, '--category-id', '1.5'], '--category-id must be an int64'],
  ['one beyond int64', [...good, '--category-id', '9223372036854775808'], 'must be an int64'],
  ['a key with a space', ['--url', url, '--api-key', 'a b'], '--api-key must be a key of'],
  [
    'the same key twice',
    [...good, '--invalid-api-key', key],
    '--api-key and --invalid-api-key are the same key. Give one that',
  ],
  ['an unknown option', [...good, '--fast'], "unknown option '--fast'"],
  ['an argument', [...good, 'now'], 'too many arguments'],
  ['an option without its value', ['--url'], "option '--url <address>' argument missing"],
];

describe('wrong usage', () => {
  test.each(usages)('%s: exit code 2 and a sentence', async (_, args, sentence) => {
    const { code, stdout, stderr } = await verifyByCommand(args);

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
  });
});
