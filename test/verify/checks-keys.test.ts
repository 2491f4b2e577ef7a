import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { otherForms, similarKeys } from '../../src/verify/checks/keys.js';
import { openProvider, serviceOf } from './open-provider.js';
import { badRequest, type Call } from './providers/call.js';
import { Service } from './providers/service.js';
import { changing } from './providers/variant.js';
import { findVerdict, reach, reachService, runNamedCheck } from './reach.js';
import { decidingCase } from './results.js';

const similarKey = 'a key similar to the valid one';

/** Reads its key as bytes, as many do, or in any case. */
const reading = (key: string, read: (part: string) => string) =>
  new (class extends Service {
    override readonly apiKey = key;

    override isAllowed({ headers }: Call) {
      const sent = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
      const parts = (text: string) => text.split('.').map(read).join();
      return parts(sent) === parts(key);
    }
  })();

const decode = (encoding: 'base64' | 'base64url') => (part: string) =>
  Buffer.from(part, encoding).toString('hex');

test.each([
  ['Base64 with padding', reading('q+/8Zk3/+w9Jm0X1bC5vTg==', decode('base64'))],
  ['hexadecimal digits', reading('9f86d081884c7d65', (part) => part.toLowerCase())],
  [
    'a token with dots',
    reading('eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZXgifQ.c2lnbmF0dXJlIB', decode('base64url')),
  ],
])('passes a provider that decodes its key: %s', async (_what, service) => {
  expect(await findVerdict(similarKey, service)).toBe('passed');
});

test('passes a simulator whose key selects a sandbox', async () => {
  const { apiKey, fetch } = createSimulator();
  const provider = reach(fetch, { apiKey: `${apiKey}.verify` });

  expect(await runNamedCheck(similarKey, provider)).toMatchObject({ verdict: 'passed' });
});

test('fails a provider that leaves a refused body on its connection', async () => {
  const service = serviceOf(
    'The body of a creation that is refused stays on its connection, and spoils the next call there.',
  );
  const { url, apiKey } = await openProvider(service);
  const provider = reach(fetch, { url, apiKey });

  const result = await runNamedCheck('even after a request that had one', provider);

  expect(decidingCase(result)).toMatchObject({ name: 'listPets', verdict: 'failed' });
});

const key = 'pk_"live"/7+f3A9';

test('no credential contains the key in its description', () => {
  const descriptions = [...similarKeys(key), ...otherForms(key)].map((one) => one.description);

  expect(new Set(descriptions).size).toBe(descriptions.length);
  expect(descriptions.filter((text) => text.includes(key))).toEqual([]);
  // Reversed, it is the valid one.
  expect(JSON.stringify(similarKeys('abba'))).not.toContain('"Bearer abba"');
});

test('a malformed header that is rejected with 400 is an advice', async () => {
  const Strict = changing('isAllowed', (plain, call) => {
    if (!/^Bearer [\w.~+/-]+=*$/.test(call.headers.authorization ?? '')) throw badRequest('No.');
    return plain(call);
  });

  const check = (name: string) => runNamedCheck(name, reachService(new Strict()));
  const forms = (await check('sent as a bearer token')).cases;
  const withoutKey = await check('listPets without an API key');

  const verdictOf = (what: string) => forms.find(({ name }) => name.endsWith(what))?.verdict;
  expect(verdictOf('with another word after the valid key')).toBe('advice');
  expect(verdictOf('only in cookies')).toBe('failed');
  expect(withoutKey.verdict).toBe('failed');
  expect(await check('listPets with the API key and no scheme')).toMatchObject({
    verdict: 'advice',
  });
  expect(await check(similarKey)).toMatchObject({ verdict: 'advice' });
});
