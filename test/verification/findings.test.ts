import { expect, test } from 'vitest';
import type { Evidence, RequirementResult, VerificationReport } from '../../src/index.js';
import { quotes } from '../../src/verification/document.js';
import { findFindings, findRemarks } from '../../src/verification/report/findings.js';
import { formatReport } from '../../src/verification/report/text.js';
import { brokenVariants } from '../providers/broken.js';
import { verifyInProcess } from '../providers/in-process.js';
import { createContext, runNamedCheck } from './check-context.js';
import { variantNamed } from './providers.js';
import { createEvidence, createResult } from './results.js';

const created = (shown: Partial<Evidence> = {}): Evidence =>
  createEvidence({
    request: 'POST /pets {}',
    expected: '201 with the Pet',
    expectedStatus: 201,
    receivedStatus: 201,
    ...shown,
  });

const fail = (evidence: Evidence, requirement: string) =>
  createResult({ verdict: 'failed', evidence }, { requirement });

const report: VerificationReport = {
  url: 'http://localhost/v1',
  outcome: 'failed',
  requirements: [],
  createdPets: 0,
  namePrefix: '',
  created: [],
  milliseconds: 1,
};

const titles = (results: readonly RequirementResult[]) =>
  findFindings(results).map(({ title, failed, inconclusive }) => [title, failed, inconclusive]);

const statusNull = { path: '$.status', problem: 'must be one of available, sold; got null' };

test('a wrong field is one finding, wherever it is found', () => {
  const listed = createEvidence({
    expectedStatus: 200,
    receivedStatus: 200,
    mismatches: [{ ...statusNull, path: '$[76].status' }],
  });
  const prevented = createResult({ verdict: 'inconclusive', evidence: listed, reason: 'set-up' });

  expect(titles([fail(created({ mismatches: [statusNull] }), 'a'), prevented])).toEqual([
    ['status of the Pet is null (createPet, listPets)', 1, 1],
  ]);
});

test('a wrong status is a finding for each operation, the one behind most requirements first', () => {
  const get = created({ request: 'GET /pets/7', expectedStatus: 200, receivedStatus: 500 });

  expect(
    titles([
      fail(get, 'a'),
      fail(created({ receivedStatus: 200 }), 'b'),
      fail(created({ receivedStatus: 200 }), 'c'),
    ]),
  ).toEqual([
    ['createPet gets 200 instead of 201', 2, 0],
    ['getPet gets 500 instead of 200', 1, 0],
  ]);
});

test('of several differences, the one that most failures have is the finding', () => {
  const both = [{ path: '$.name', problem: 'must be a string; got null' }, statusNull];

  expect(
    titles([
      fail(created({ mismatches: both }), 'a'),
      fail(created({ mismatches: [statusNull] }), 'b'),
    ]),
  ).toEqual([['status of the Pet is null (createPet)', 2, 0]]);
});

test('without a check of the key, an error other than 401 has the same cause', () => {
  const open = { request: 'GET /pets without a key', expectedStatus: 401 };

  expect(
    titles([
      fail(created({ ...open, receivedStatus: 400 }), 'a'),
      fail(created({ ...open, receivedStatus: 200 }), 'b'),
    ]),
  ).toEqual([['a request without the valid key is accepted (listPets)', 2, 0]]);
});

test('a rejection with a status other than 401 does not count as accepted', () => {
  const closed = { expectedStatus: 401, received: '403 {}' };
  const list = { ...closed, request: 'GET /pets without a key', receivedStatus: 403 };
  const create = { ...closed, request: 'POST /pets {} without a key', receivedStatus: 422 };

  expect(titles([fail(created(list), 'a'), fail(created(create), 'b')])).toEqual([
    ['a request without the valid key gets 403 or 422 instead of 401 (listPets, createPet)', 2, 0],
  ]);
});

test('the evidence of a missing check of the key is an accepted request', () => {
  const open = { request: 'GET /pets', expectedStatus: 401 };
  const rejected = created({ ...open, receivedStatus: 400 });
  const accepted = created({
    ...open,
    request: 'GET /pets/1234567 without a key',
    receivedStatus: 200,
  });

  expect(findFindings([fail(rejected, 'a'), fail(accepted, 'b')])[0]?.evidence).toBe(accepted);
});

test.each([
  ['none', 'status of the Error is missing (listPets)'],
  ['"400" (a string)', 'status of the Error is a string (listPets)'],
  ['500 (a number)', 'status of the Error is not the HTTP status (listPets)'],
])('an Error whose status is %s is named by it', (got, title) => {
  const mismatch = { path: '$.status', problem: `must repeat the HTTP status 400; got ${got}` };
  const status = { expectedStatus: 400, receivedStatus: 400 };

  expect(titles([fail(createEvidence({ ...status, mismatches: [mismatch] }), 'a')])).toEqual([
    [title, 1, 0],
  ]);
});

test('a finding shows the simplest request that fails', () => {
  const long = created({
    request: `POST /pets {"name":"${'x'.repeat(99)}"}`,
    mismatches: [statusNull],
  });
  const short = created({ mismatches: [statusNull] });

  expect(findFindings([fail(long, 'a'), fail(short, 'b')])[0]?.evidence).toBe(short);
});

/** Evidence of a request without a response. */
function lost(received: string, shown: Partial<Evidence> = {}): Evidence {
  const { receivedStatus: _none, ...evidence } = created(shown);
  return { ...evidence, received: `no ${received}` };
}

const inTime = { waited: 5_000 };

test.each<[string, Evidence, string | undefined]>([
  [
    'a longer --timeout after a wait in vain',
    lost('response: none within 5000 ms', inTime),
    'verify waited 5000 ms. If the provider only needs longer, set --timeout 20000.',
  ],
  [
    'a longer --timeout for a store that lags',
    created({ ...inTime, problem: 'not this one' }),
    'verify repeated the request for 5000 ms. If the store lags longer, set --timeout 20000.',
  ],
  [
    'nothing for a pet that getPet has found before',
    created({ ...inTime, problem: 'getPet returned this pet before', receivedStatus: 404 }),
    undefined,
  ],
  [
    'an early rejection of a body that takes long to parse',
    lost('response: none within 5000 ms', { ...inTime, expectedStatus: 400, expected: '400' }),
    'verify waited 5000 ms, and only for requests that can be rejected at once. Reject them before ' +
      'any work that takes so long, such as parsing a deep body.',
  ],
  [
    'the right Content-Length for a body that is shorter',
    lost(
      'complete response: status 200 and 4 of the 9 bytes that Content-Length announces came; x',
    ),
    'Content-Length must be the number of bytes in the body. An error while the body is written ' +
      'looks the same.',
  ],
])('a hint suggests %s', (_, evidence, hint) => {
  expect(findFindings([fail(evidence, 'a')])[0]?.hint).toBe(hint);
});

test('lost responses are a finding for each operation, and for each of the three kinds', () => {
  const get = { request: 'GET /pets/7', expected: '404', expectedStatus: 404 };

  expect(
    titles([
      fail(lost('response: the connection was reset', get), 'a'),
      fail(lost('response: the connection was closed', get), 'b'),
      fail(lost('response: none within 5000 ms', { ...get, ...inTime }), 'c'),
      fail(lost('complete response: status 200 came', get), 'd'),
      fail(lost('response: the connection was closed'), 'e'),
    ]),
  ).toEqual([
    ['getPet gives no response', 2, 0],
    ['getPet gives no response in time', 1, 0],
    ['getPet gives no complete response', 1, 0],
    ['createPet gives no response', 1, 0],
  ]);
});

test('a finding on lost responses shows a valid request first', () => {
  const odd = lost('response: closed', { request: 'POST /pets', expectedStatus: 400 });
  const valid = lost('response: closed', { request: 'POST /pets {"name":"Rex"}' });

  expect(findFindings([fail(odd, 'a'), fail(valid, 'b')])[0]?.evidence).toBe(valid);
});

test('a finding shows a request that fails alone before one that failed beside others', () => {
  const beside = created({ receivedStatus: 500, concurrent: { requests: 19, succeeded: 3 } });
  const alone = created({ receivedStatus: 500, request: 'POST /pets {"name":"Rex"}' });

  expect(findFindings([fail(beside, 'a'), fail(alone, 'b')])[0]?.evidence).toBe(alone);
});

test.each([
  ['GET /pets', 200, quotes.page.quote],
  ['GET /pets/7', 200, quotes.requested.quote],
  ['GET /pets/7', 404, quotes.notFound.quote],
  ['POST /pets {}', 201, quotes.created.quote],
  ['POST /pets {}', 400, quotes.badRequest.quote],
  ['GET /pets/7 without a key', 401, quotes.unauthorized.quote],
])('a finding on %s quotes the words for it and %i', (request, expectedStatus, words) => {
  const evidence = created({ request, expectedStatus, receivedStatus: 500 });

  for (const quote of [quotes.requested.quote, quotes.created.quote]) {
    const result = createResult({ verdict: 'failed', evidence }, { quote, section: '4' });
    expect(findFindings([result])[0]?.quote).toBe(words);
  }
});

test('a hint explains a redirect that only adds a slash', () => {
  const moved = createEvidence({
    expectedStatus: 200,
    receivedStatus: 307,
    received: '307 to /v1/pets/?limit=1 (an empty body)',
  });

  const [finding] = findFindings([fail(moved, 'a')]);

  expect(finding?.title).toBe('a request is redirected (listPets)');
  expect(finding?.hint).toContain('without a slash');
});

test('the evidence of a redirect is a request with a documented status', () => {
  const status = { receivedStatus: 307, received: '307 to /v1/pets/ (an empty body)' };
  const any = createEvidence({ ...status, expectedStatus: 307, problem: 'no type' });
  const list = createEvidence({ ...status, expectedStatus: 200, request: 'GET /pets?limit=1' });

  expect(findFindings([fail(any, 'a'), fail(list, 'b')])[0]?.evidence).toBe(list);
});

test('advice has the section of its quote, and no mark of a failure', () => {
  const advice = createResult(
    {
      verdict: 'advice',
      evidence: createEvidence(),
      quote: 'words',
      section: '4.4',
      reason: 'It is open.',
    },
    { section: '7', verdict: 'failed' },
  );
  const text = formatReport({ ...report, requirements: [advice] }, false);

  expect(text).toContain('document  “words” (section 4.4)');
  expect(text).toContain('   ! 7   r');
});

test('a reason lists no failure, even of a requirement that failed in another case', () => {
  const failed = createResult(
    { verdict: 'inconclusive', reason: 'the list is empty' },
    { requirement: 'a', verdict: 'failed' },
  );

  const text = formatReport({ ...report, requirements: [failed] }, false);

  expect(text).toMatch(/inconclusive: the list is empty\n {3}\? 1 {3}a\n/);
});

test('a reason is listed once, with all requirements that it concerns', () => {
  const inconclusive = (requirement: string) =>
    createResult({ verdict: 'inconclusive', reason: 'the list is empty' }, { requirement });

  expect(findRemarks([inconclusive('a'), inconclusive('b')])).toMatchObject([
    {
      first: { reason: 'the list is empty' },
      explains: [{ requirement: 'a' }, { requirement: 'b' }],
    },
  ]);
});

test('a pet that disappears after it was read is not called slow', async () => {
  const { service } = variantNamed(brokenVariants, 'pet-readable-once');
  const context = createContext(new service(), { retryBudget: 100 });
  const [finding] = findFindings([await runNamedCheck('the same pet on every request', context)]);

  expect(finding?.evidence.problem).toBe('getPet returned this pet before');
  expect(finding?.hint).toBeUndefined();
});

/** Words that name the planted difference. */
test.each([
  ['status-null', 'status of the Pet is null (createPet, listPets)'],
  ['id-as-string', 'id of the Pet is a string'],
  ['created-with-200', 'createPet gets 200 instead of 201'],
  ['limit-ignored', 'a page has more pets than its limit'],
  ['any-key-will-do', 'a request without the valid key is accepted'],
  ['name-lower-case', 'name of the Pet changes'],
  ['error-without-code', 'code of the Error is missing'],
  ['unknown-status-accepted', 'createPet accepts a body that is not a NewPet'],
])('the first finding on %s is: %s', async (name, words) => {
  const { service } = variantNamed(brokenVariants, name);
  const report = await verifyInProcess(service, 1_000);

  expect(findFindings(report.requirements)[0]?.title).toContain(words);
  // All that is needed to fix it is on the first screen.
  const screen = formatReport(report, false).split('\n').slice(0, 24).join('\n');
  expect(screen).toMatch(/1\. .*\n {3}request .*\n {3}document .*\n {3}expected /);
  expect(screen).toMatch(/\n {3}received .*\n {3}repeat /);
});
