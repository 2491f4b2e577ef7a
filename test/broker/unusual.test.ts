import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { Broker } from '../../src/broker/client.js';
import { fetchPact, fetchPacts } from '../../src/broker/pacts.js';
import { publishContracts } from '../../src/broker/publish.js';
import { startStandIn } from './stand-in.js';

const token = 'a-token-of-the-broker';
const relation = 'pb:provider-pacts-for-verification';
const query = {
  provider: 'animal-store',
  selectors: [],
  providerBranch: undefined,
  enablePending: false,
  includeWipSince: undefined,
};

/** Opens a broker whose index links to `/pacts`. */
async function openBroker(answer: (path: string, response: ServerResponse) => void) {
  const { url } = await startStandIn(({ path }, response) => {
    if (path === '/') {
      response.end(JSON.stringify({ _links: { [relation]: { href: '/pacts' } } }));
    } else {
      answer(path, response);
    }
  });
  return new Broker({
    url: new URL(url),
    authorization: `Bearer ${token}`,
    credentials: undefined,
    secrets: [token],
    timeout: 10_000,
    retries: 0,
  });
}

test.each([
  null,
  5,
  { _embedded: null },
  { _embedded: { pacts: 5 } },
  { _embedded: { pacts: [null] } },
])('a broker that answers %j has no pacts', async (body) => {
  const broker = await openBroker((_path, response) => response.end(JSON.stringify(body)));

  expect(await fetchPacts(broker, query, 10)).toEqual([]);
});

test.each([null, 'none', [null, 5]])('ignores notices %j of a broker', async (notices) => {
  const pact = { _links: { self: { href: '/pacts/1' } }, verificationProperties: { notices } };
  const broker = await openBroker((_path, response) =>
    response.end(JSON.stringify({ _embedded: { pacts: [pact] } })),
  );

  expect(await fetchPacts(broker, query, 10)).toMatchObject([{ notices: [] }]);
});

test.each([
  ['/pacts/1/results', (origin: string) => `${origin}/pacts/1/results`],
  ['http://', () => undefined],
  ['file:///etc/passwd', () => undefined],
])('takes the link %s for results', async (href, expected) => {
  const links = { 'pb:publish-verification-results': { href } };
  const broker = await openBroker((_path, response) =>
    response.end(JSON.stringify({ _links: links })),
  );

  const { resultsUrl } = await fetchPact(broker, '/pacts/1');

  expect(resultsUrl).toBe(expected(broker.origin));
});

test('shows no part of a secret at the end of what it quotes', async () => {
  const text = `${'x'.repeat(985)} ${token} and more`;
  const broker = await openBroker((_path, response) => response.writeHead(404).end(text));

  await expect(broker.get('/pacts')).rejects.toThrow(/^(?!.*a-tok).*returned 404 x+/);
});

test('shows a notice of a publication as text, not as a command of GitHub', async () => {
  const notices = [{ text: '::error::forged\nline' }];
  const broker = await openBroker((_path, response) => response.end(JSON.stringify({ notices })));
  const publication = { version: '1', branch: undefined, tags: [], buildUrl: undefined };

  const shown = await publishContracts(broker, `${broker.origin}/publish`, 'shop', [], publication);

  expect(shown).toEqual(['\\u003a:error::forged\\u000aline']);
});
