import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import type { VerifyOptions } from '../../src/index.js';
import { formatReport } from '../../src/verify/report/formats.js';
import { serviceOf } from './open-provider.js';
import type { Answer, Call } from './providers/call.js';
import { verifyService } from './providers/in-process.js';
import { Service } from './providers/service.js';

/** Verifies a service, and formats all reports. */
async function reportOn(service: Service, options: Partial<VerifyOptions> = {}) {
  const report = await verifyService(service, options);
  const { text, json, junit, annotations } = formatReport(report);
  return { report, text, junit, all: [text, junit, json, annotations] };
}

/** The lines of all reports that have this part. */
const linesWith = (all: readonly string[], part: string) =>
  all.flatMap((text) => text.split('\n')).filter((line) => line.includes(part));

/** Repeats the header of a request wherever it can. */
class Echoing extends Service {
  override shownError(...[refusal, call]: Parameters<Service['shownError']>) {
    const message = `You sent ${call.headers.authorization}`;
    return { ...super.shownError(refusal, call), message };
  }

  override shownPage(_page: unknown, call: Call) {
    return [{ id: call.headers.authorization, name: 'Rex', categoryId: 1 }];
  }

  override shown(...[pet, call]: Parameters<Service['shown']>) {
    return { ...super.shown(pet, call), status: call.headers.authorization };
  }
}

/** A service with this key. */
const withKey = (base: new () => Service, apiKey: string) => Object.assign(new base(), { apiKey });

describe('all reports hide the key', () => {
  test.each([
    ['an ordinary one', 'key-0123456789-of-the-provider'],
    ['a long one', `key-${'0123456789'.repeat(20)}`],
    ['one with quotes', 'key-"0123456789"-of-the-provider'],
    ['one with backslashes', 'key-\\0123456789\\-of-the-provider'],
    ['one with what XML escapes', "key-<0123456789>&'of-the-provider'"],
  ])('that the provider repeats: %s', async (_, key) => {
    const { all } = await reportOn(withKey(Echoing, key), { only: '5' });

    expect(linesWith(all, '0123456789')).toEqual([]);
    expect(all.join()).toContain('***');
  });

  test.each([
    'Accepted in place of a bearer token: anything in the Authorization header.',
    'The key is accepted as the password of Basic authentication.',
    'Accepted as the key: the key without its last character.',
    'Accepted as the key: its letters in another order.',
    'Accepted in place of a bearer token: the key in X-API-Key.',
    'Accepted in place of a bearer token: the key alone.',
  ])('in all forms: %s', async (name) => {
    const service = new (serviceOf(name))();
    const { apiKey } = service;

    const { all } = await reportOn(service, { only: '5' });

    expect(linesWith(all, apiKey.slice(0, -2))).toEqual([]);
    expect(linesWith(all, [...apiKey].reverse().join('').slice(2))).toEqual([]);
    expect(linesWith(all, Buffer.from(apiKey).toString('base64').slice(0, -4))).toEqual([]);
  });

  test.each<[string, (authorization: string) => Answer, string]>([
    [
      'of a provider that cannot be verified',
      (sent) => ({ status: 401, headers: { 'Content-Type': 'text/plain' }, body: `no: ${sent}` }),
      '401 no: Bearer ***',
    ],
    [
      'in a redirect',
      (sent) => ({
        status: 302,
        headers: { Location: `http://a/?key=${sent.slice(7)}` },
        body: '',
      }),
      '***',
    ],
  ])('%s', async (_, respond, shown) => {
    class Refusing extends Service {
      override async answer({ headers }: Call) {
        return respond(`${headers.authorization}`);
      }
    }

    const { all } = await reportOn(withKey(Refusing, 'key-0123456789'));

    expect(all.join()).toContain(shown);
    expect(linesWith(all, '0123456789')).toEqual([]);
  });
});

/** Text that a report must escape, as every name. */
class Hostile extends Service {
  override shown(...[pet, call]: Parameters<Service['shown']>) {
    const name = 'a\u0000b\u001b[31mc]]>d\ufffe<e>&\u2028f\ud800g"';
    return { ...super.shown(pet, call), name };
  }
}

test("a provider's text can neither break XML nor control a terminal", async () => {
  const { text, junit } = await reportOn(new Hostile());

  expect(text).not.toContain('\u001b');
  expect(XMLValidator.validate(junit)).toBe(true);
  expect(junit).toContain(']]&gt;d');
  expect(junit).toContain('<failure ');
});

test('says that the service stored pets of requests that it rejected', async () => {
  const name = 'Without the key, a creation is refused with 401, and the pet is in the list.';
  const { text } = await reportOn(new (serviceOf(name))());

  expect(text).toContain('1. createPet stores the pet of a request that it rejects (listPets)\n');
  expect(text).toMatch(/Created pets: 45, and those of requests that it rejected\. Duration/);
});
