import { expect, test } from 'vitest';
import { verify } from '../../src/index.js';
import { formatReport } from '../../src/verify/report/formats.js';
import { openHttp, openTcp } from '../support/open-http.js';

const json = { 'Content-Type': 'application/json' };

/** Starts a provider with the same response to every request. */
const answering = (status: number, headers: Record<string, string> = json) =>
  openHttp((_request, response) => {
    response.writeHead(status, headers).end(`{"code":"c","message":"m","status":${status}}`);
  });

/** A URL where no server listens. */
async function unreachable(): Promise<string> {
  const listening = await openTcp((socket) => socket.destroy());
  return listening.replace('127.0.0.1', '127.0.0.3');
}

const providers: [string, () => Promise<string>, RegExp][] = [
  ['cannot be reached', unreachable, /ECONNREFUSED.* Check that the provider runs, .*\.$/],
  ['rejects the key with 401', () => answering(401), /returned 401 .* Set --api-key to a .*\.$/],
  ['rejects the key with 403', () => answering(403), /returned 403 .* Set --api-key to a .*\.$/],
  ['is not at the URL', () => answering(404), /returned 404 .* usually ends in \/v1; \/pets/],
  [
    'does not use TLS',
    async () => (await answering(200)).replace('http:', 'https:'),
    /no complete response: the server does not use TLS; for plain HTTP, use a URL .* http:\/\/\. Check/,
  ],
  [
    'requires TLS, and closes the connection',
    () => openTcp((socket) => socket.once('data', () => socket.end())),
    /no complete response: other side closed\..* right, with https:\/\/ for a server that uses TLS\.$/,
  ],
  [
    'redirects',
    () => answering(308, { Location: 'https://elsewhere.example/v1' }),
    /returned 308 to https:\/\/elsewhere\.example\/v1 .* Set --url to the target/,
  ],
];

test.each(providers)('a provider that %s: one line with the next step', async (_, open, line) => {
  const url = await open();

  const report = await verify({ url, apiKey: 'some-key' });

  const { text } = formatReport(report);
  expect(report).toMatchObject({ outcome: 'inconclusive', requirements: [], createdPets: 0 });
  expect(text.startsWith(`${url} could not be verified. GET /pets `)).toBe(true);
  expect(text.trimEnd()).toMatch(line);
  expect(text.trimEnd()).not.toContain('\n');
});
