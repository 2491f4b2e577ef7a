import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { parseErrorResponse } from '../../src/document/responses.js';
import type { RawResponse } from '../../src/verify/send/client.js';
import { serviceOf } from './open-provider.js';
import { Service } from './providers/service.js';
import { changing } from './providers/variant.js';
import { findVerdict, reachService, runNamedCheck } from './reach.js';
import { decidingCase } from './results.js';

test.for([
  ['{"code":"a","message":"b","status":404}', undefined],
  ['{"code":"a","message":"b","status":404.0}', undefined],
  ['{"code":"a","message":"b","status":400}', 'status of the Error must repeat'],
  ['{"code":"a","message":"b","status":"404"}', 'status of the Error must repeat'],
  ['{"code":"a","message":"b"}', 'status of the Error must repeat'],
  ['{"code":1,"message":"b","status":404}', 'code of the Error must be a string'],
  ['{"code":"a","status":404}', 'message of the Error must be a string'],
  ['[]', 'the Error must be an object'],
] as const)('an Error of 404 may be %s: %s', ([body, problem]) => {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  const response = { status: 404, headers, bytes: new TextEncoder().encode(body) };
  const parse = () => parseErrorResponse(response as unknown as RawResponse);

  const expected = expect(parse);
  problem === undefined ? expected.not.toThrow() : expected.toThrow(problem);
});

const invalid = 'rejects every body that is not a NewPet';

test('fails a provider that completes a body of another type', async () => {
  const Lenient = changing('fieldsOf', (plain, call) =>
    call.headers['content-type'] === 'text/plain'
      ? { name: 'Rex', categoryId: new LosslessNumber('1') }
      : plain(call),
  );

  expect(decidingCase(await runNamedCheck(invalid, reachService(new Lenient())))).toMatchObject({
    name: 'body of type text/plain',
    verdict: 'failed',
    evidence: { expected: '400 with an Error', received: expect.stringMatching(/^201 /) },
  });
});

test.each([
  ['Fails with 500: half of a surrogate pair, which is no character.', invalid],
  ['A body is accepted with a comma after its last field.', invalid],
  ['Pets are kept by name: the newest one takes the place of others.', 'with equal bodies'],
])('fails a provider: %s', async (variant, requirement) => {
  expect(await findVerdict(requirement, new (serviceOf(variant))())).toBe('failed');
});

test('fails a provider that stores a body that it rejects', async () => {
  class Storing extends Service {
    override firstPets() {
      return [];
    }

    override categoryOf(value: unknown) {
      if (`${value}` === `${2n ** 64n}`) this.added({ name: 'Rex', categoryId: 2n ** 64n });
      return super.categoryOf(value);
    }
  }

  const { verdict, cases } = await runNamedCheck(invalid, reachService(new Storing()));

  expect(verdict).toBe('failed');
  expect(cases.filter((one) => one.verdict === 'failed')).toMatchObject([
    { name: 'listPets after all of them' },
  ]);
});

test.each([
  ['starts again', true, undefined],
  ['stays away', false, 'since this request, GET /pets gets no response'],
  ['has a rate limit', false, undefined],
])(
  'a provider that accepts null and then %s: null is the finding',
  async (what, isTestedOn, problem) => {
    let isChanged = false;
    const Changing = changing('answer', async function (plain, call) {
      const isLimited = what === 'has a rate limit';
      isChanged ||= `${call.body}` === 'null';
      if (isChanged && isLimited && call.operation === 'listPets') {
        return { status: 429, headers: { 'Retry-After': '3600' }, body: '' };
      }
      if (isChanged && !isLimited) throw new TypeError('fetch failed');
      return isChanged ? this.reply(201, {}, call) : plain(call);
    });
    const provider = reachService(new Changing());
    const wait = provider.client.pause.bind(provider.client);
    provider.client.pause = async (milliseconds) => {
      isChanged &&= what !== 'starts again';
      await wait(Math.min(milliseconds, 10));
    };
    await provider.listAll();

    const { cases } = await runNamedCheck(invalid, provider);

    const nullCase = cases.find(({ name }) => name === 'the body null');
    expect(nullCase).toMatchObject({ verdict: 'failed' });
    expect(nullCase?.evidence?.problem).toBe(problem);
    const later = cases.slice(cases.indexOf(nullCase as (typeof cases)[0]) + 1);
    expect(later.every(({ verdict }) => verdict === 'passed')).toBe(isTestedOn);
  },
);

test('is inconclusive where a large body gets no response', async () => {
  const Closing = changing('answer', async (plain, call) => {
    if (call.body.length > 100_000) throw new TypeError('fetch failed');
    return plain(call);
  });

  expect(decidingCase(await runNamedCheck(invalid, reachService(new Closing())))).toMatchObject({
    name: 'body of 130 kB',
    verdict: 'inconclusive',
    reason: expect.stringContaining('it may be the limit for bodies (section 8)'),
  });
});
