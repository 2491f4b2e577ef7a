import { expect, test } from 'vitest';
import {
  confusableKeys,
  otherForms,
  similarKeys,
  unusualForms,
} from '../../src/verify/send/credentials.js';
import { createContext, runNamedCheck } from './check-context.js';
import { badRequest, type Call } from './providers/call.js';
import { Service } from './providers/service.js';
import { decidingCase } from './results.js';

const similarKey = 'a key similar to the valid one';

/** Reads its key as bytes, as many do. */
const decoding = (key: string, encoding: 'base64' | 'base64url') =>
  new (class extends Service {
    override readonly apiKey = key;

    protected override isAllowed({ headers }: Call) {
      const sent = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
      const parts = (text: string) =>
        text.split('.').map((part) => Buffer.from(part, encoding).toString('hex'));
      return `${parts(sent)}` === `${parts(key)}`;
    }
  })();

test.each([
  ['Base64 with padding', decoding('q+/8Zk3/+w9Jm0X1bC5vTg==', 'base64')],
  [
    'a token with dots',
    decoding('eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZXgifQ.c2lnbmF0dXJ', 'base64url'),
  ],
])('passes a provider that decodes its key: %s', async (_what, service) => {
  expect(await runNamedCheck(similarKey, createContext(service))).toMatchObject({
    verdict: 'passed',
  });
});

test('fails a provider that compares only the start of a key', async () => {
  class Careless extends Service {
    protected override isAllowed({ headers }: Call) {
      return `${headers.authorization}`.startsWith(`Bearer ${this.apiKey}`);
    }
  }

  const result = await runNamedCheck(similarKey, createContext(new Careless()));

  expect(decidingCase(result)).toMatchObject({
    verdict: 'failed',
    evidence: { request: 'GET /pets with the valid key followed by "~xx"' },
  });
});

test('fails a provider that accepts the key as the user of the scheme Basic', async () => {
  class Basic extends Service {
    protected override isAllowed(call: Call) {
      const basic = Buffer.from(`${this.apiKey}:`).toString('base64');
      return super.isAllowed(call) || call.headers.authorization === `Basic ${basic}`;
    }
  }

  const result = await runNamedCheck('sent as a bearer token', createContext(new Basic()));

  expect(result).toMatchObject({ verdict: 'failed', section: '4' });
  expect(decidingCase(result)?.name).toBe(
    'listPets with the valid key as the user of the scheme Basic',
  );
});

const key = 'pk_"live"/7+f3A9';

test('no credential contains the key in its description', () => {
  const credentials = [similarKeys, confusableKeys, otherForms, unusualForms];
  const descriptions = credentials.flatMap((create) => create(key).map((one) => one.description));

  expect(descriptions).toHaveLength(32);
  expect(new Set(descriptions).size).toBe(32);
  expect(descriptions.filter((text) => text.includes(key))).toEqual([]);
});

test.each([
  ['dots', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZXgifQ.c2lnbmF0dXJlIQ'],
  ['padding', 'q+/8Zk3/+w9Jm0X1bC5vTg=='],
  ['other token characters', 'pk_live-1~b/C+9'],
])('a key with %s is tried with as many similar keys as any other', (_what, one) => {
  expect([...similarKeys(one), ...confusableKeys(one)]).toHaveLength(13);
});

test.each([
  ['hexadecimal', '7c1f0b9e5a3d42e8'],
  ['a UUID', '6F9619FF-8B86-D011-B42D-00CF4FC964FF'],
  ['Base32', 'JBSWY3DPEHPK3PXP'],
])('a key that is %s is not tried in another case', (_what, one) => {
  const tried = confusableKeys(one).map(({ description }) => description);

  expect(tried).not.toContain('with the valid key in the opposite case');
  expect(tried).toHaveLength(6);
});

test('a malformed header that is rejected with 400 is an advice, and a wrong key is not', async () => {
  class Strict extends Service {
    protected override isAllowed(call: Call) {
      if (!/^Bearer [\w-]+$/.test(call.headers.authorization ?? '')) throw badRequest('No.');
      return super.isAllowed(call);
    }
  }

  const { cases } = await runNamedCheck('sent as a bearer token', createContext(new Strict()));

  const verdictOf = (what: string) => cases.find(({ name }) => name.endsWith(what))?.verdict;
  expect(verdictOf('with another word after the valid key')).toBe('advice');
  expect(verdictOf('with the valid key under the scheme Basic')).toBe('failed');
});
