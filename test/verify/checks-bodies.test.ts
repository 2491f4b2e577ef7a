import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { parseErrorResponse } from '../../src/document/responses.js';
import type { RawResponse } from '../../src/verify/send/client.js';
import { serviceOf } from './open-provider.js';
import { changing } from './providers/variant.js';
import { findVerdict, reachService, runNamedCheck } from './reach.js';
import { decidingCase } from './results.js';

test.for([
  ['{"code":"a","message":"b","status":404}', undefined],
  ['{"code":"a","message":"b","status":404.0}', undefined],
  [
    '{"code":"a","message":"b","status":400}',
    'status of the Error must repeat the HTTP status (404)',
  ],
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
