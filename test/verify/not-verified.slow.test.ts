import { describe, expect, test } from 'vitest';
import { openHttp, openTcp } from './open-provider.js';
import { flagsOf, verifyByCommand } from './verifying.js';

const key = 'some-key';
const json = { 'Content-Type': 'application/json' };

/** Starts a provider with the same response to every request. */
const answering = (status: number, headers: Record<string, string> = json) =>
  openHttp((_request, response) => {
    response.writeHead(status, headers).end('{"code":"c","message":"m","status":0}');
  });

/** A URL where no server listens. */
async function unreachable(): Promise<string> {
  const listening = await openTcp((socket) => socket.destroy());
  return listening.replace('127.0.0.1', '127.0.0.3');
}

const providers: [string, () => Promise<string>, RegExp][] = [
  ['cannot be reached', unreachable, /connection refused.* Check that the provider runs, .*\.$/],
  [
    'rejects the key with 401',
    () => answering(401),
    /returned 401 .* Set --api-key to a valid key\.$/,
  ],
  [
    'rejects the key with 403',
    () => answering(403),
    /returned 403 .* Set --api-key to a valid key\.$/,
  ],
  ['is not at the URL', () => answering(404), /returned 404 .* usually ends in \/v1; \/pets/],
  [
    'does not use TLS',
    async () => (await answering(200)).replace('http:', 'https:'),
    /no response: the server does not use TLS; for plain HTTP, use a URL .* http:\/\/\. Check/,
  ],
  [
    'requires TLS, and closes the connection',
    () => openTcp((socket) => socket.once('data', () => socket.end())),
    /no response: the connection was closed .* right, with https:\/\/ for a server that uses TLS\.$/,
  ],
  ...[
    ['nginx', '<h1>400 Bad Request</h1>The plain HTTP request was sent to HTTPS port'],
    ['Go', 'Client sent an HTTP request to an HTTPS server.\n'],
    ['Apache', 'Reason: You&#39;re speaking plain HTTP to an SSL-enabled server port.'],
    ['Tomcat', 'Bad Request\r\nThis combination of host and port requires TLS.\r\n'],
  ].map(([server, body]): (typeof providers)[number] => [
    `requires TLS, and responds as ${server}`,
    () => openHttp((_request, response) => response.writeHead(400).end(body)),
    /returned 400 .* requires TLS\. Use a URL that begins with https:\/\/\.$/,
  ]),
  [
    'redirects',
    () => answering(308, { Location: 'https://elsewhere.example/v1' }),
    /returned 308 to https:\/\/elsewhere\.example\/v1 .* Set --url to the target/,
  ],
];

describe('a provider could not be verified', () => {
  test.each(providers)(
    'that %s: exit code 3 and one line with the next step',
    async (_, open, line) => {
      const url = await open();

      const { code, stdout, stderr } = await verifyByCommand(flagsOf({ url, apiKey: key }));

      expect(code).toBe(3);
      expect(stdout.startsWith(`${url} could not be verified. GET /pets `)).toBe(true);
      expect(stdout.trimEnd()).toMatch(line);
      expect(stdout.trimEnd()).not.toContain('\n');
      expect(stderr).toBe('');
    },
  );
});

const url = 'http://127.0.0.1:9/v1';
const good = flagsOf({ url, apiKey: key });

const usages: [string, readonly string[], string][] = [
  [
    'no URL',
    ['--api-key', key],
    '--url (or ANIMAL_STORE_URL) is required. Set it to a URL such as',
  ],
  ['no key', ['--url', url], '--api-key (or ANIMAL_STORE_API_KEY) is required. Set it to a key of'],
  ['a URL with credentials', [...good, '--url', 'http://me:pw@example/v1'], '--url must be a URL'],
  ['another scheme', [...good, '--url', 'ftp://example/v1'], '--url must be a URL'],
  ['a timeout of 0', [...good, '--timeout', '0'], '--timeout must be a whole number from 1 to'],
  ['a wrong category', [...good, '--category-id', '1.5'], '--category-id must be an int64'],
  [
    'the same key twice',
    [...good, '--invalid-api-key', key],
    '--api-key and --invalid-api-key must be different',
  ],
  ['an argument', [...good, 'now'], 'animal-store verify does not take the argument "now".'],
];

describe('wrong usage', () => {
  test.each(usages)('%s: exit code 3 and a message', async (_, args, sentence) => {
    const { code, stdout, stderr } = await verifyByCommand(args);

    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
  });
});
