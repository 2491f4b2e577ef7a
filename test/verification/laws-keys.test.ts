import { expect, test } from 'vitest';
import { credentialOf, nearKeys, otherForms } from '../../src/verification/provider/credentials.js';
import { maskerOf } from '../../src/verification/provider/mask-key.js';
import type { Call } from '../providers/call.js';
import { Service } from '../providers/service.js';
import { judgedBy, trialOf } from './laws-trial.js';

const nearlyRight = 'a key that is nearly right';

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
])('a provider that decodes its key is not accused: %s', async (_what, service) => {
  expect(await judgedBy(nearlyRight, trialOf(service))).toMatchObject({ verdict: 'held' });
});

test('a provider that looks at the start of a key alone is found', async () => {
  class Careless extends Service {
    protected override isAllowed({ headers }: Call) {
      return `${headers.authorization}`.startsWith(`Bearer ${this.apiKey}`);
    }
  }

  expect(await judgedBy(nearlyRight, trialOf(new Careless()))).toMatchObject({
    verdict: 'broken',
    evidence: { sent: 'GET /pets with the valid key and "~xx" after it' },
  });
});

test('a provider that takes the key as a user of the scheme Basic is found', async () => {
  class Basic extends Service {
    protected override isAllowed(call: Call) {
      const basic = Buffer.from(`${this.apiKey}:`).toString('base64');
      return super.isAllowed(call) || call.headers.authorization === `Basic ${basic}`;
    }
  }

  expect(await judgedBy('sent in another form', trialOf(new Basic()))).toMatchObject({
    verdict: 'broken',
    section: '4',
    evidence: { sent: 'GET /pets with the valid key as the user of the scheme Basic' },
  });
});

const key = 'pk_"live"/7+f3A9';

test('no credential says the key in its words', () => {
  const words = [...nearKeys(key), ...otherForms(key)].map((credential) => credential.words);

  expect(words).toHaveLength(12);
  expect(words.filter((text) => maskerOf(key)(text) !== text)).toEqual([]);
});

test('a credential is known by its header', () => {
  const keys = { valid: key, invalid: 'other' };

  expect(credentialOf(undefined, keys)).toBe('none');
  expect(credentialOf('Bearer other', keys)).toBe('invalid');
  expect(credentialOf(`Basic ${key}`, keys)).toMatchObject({
    words: 'with the valid key under the scheme Basic',
  });
});
