import { expect, test } from 'vitest';
import {
  findCredential,
  otherForms,
  similarKeys,
} from '../../src/verification/provider/credentials.js';
import { createMasker } from '../../src/verification/provider/masking.js';
import type { Call } from '../providers/call.js';
import { Service } from '../providers/service.js';
import { createContext, runNamedCheck } from './check-context.js';
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
  const descriptions = [...similarKeys(key), ...otherForms(key)].map(
    (credential) => credential.description,
  );

  expect(descriptions).toHaveLength(12);
  expect(descriptions.filter((text) => createMasker(key)(text) !== text)).toEqual([]);
});

test('finds a credential by its header', () => {
  const keys = { valid: key, invalid: 'other' };

  expect(findCredential(undefined, keys)).toBe('none');
  expect(findCredential('Bearer other', keys)).toBe('invalid');
  expect(findCredential(`Basic ${key}`, keys)).toMatchObject({
    description: 'with the valid key under the scheme Basic',
  });
});
