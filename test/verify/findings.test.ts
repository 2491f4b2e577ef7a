import { expect, test } from 'vitest';
import type { Evidence, RequirementResult, VerificationReport } from '../../src/index.js';
import { acceptedKey, redirected } from '../../src/verify/causes.js';
import { quotes } from '../../src/verify/document.js';
import { findFindings, findRemarks } from '../../src/verify/report/findings.js';
import { formatReport } from '../../src/verify/report/text.js';
import { createContext, runNamedCheck } from './check-context.js';
import { serviceOf } from './open-provider.js';
import { brokenVariants } from './providers/broken.js';
import { verifyInProcess } from './providers/in-process.js';
import { createEvidence, createResult } from './results.js';

const fail = (evidence: Partial<Evidence>, requirement: string) =>
  createResult({ verdict: 'failed', evidence: createEvidence(evidence) }, { requirement });

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

const [one, other] = [{ title: 'one' }, { title: 'other' }];

test('of several causes, the one that most failures have is the finding', () => {
  expect(titles([fail({ causes: [one, other] }, 'a'), fail({ causes: [other] }, 'b')])).toEqual([
    ['other (listPets)', 2, 0],
  ]);
});

test('a failed case counts more than inconclusive ones', () => {
  const evidence = createEvidence({ causes: [one] });
  const prevented = ['a', 'b'].map((requirement) =>
    createResult({ verdict: 'inconclusive', evidence }, { requirement }),
  );

  expect(titles([...prevented, fail({ causes: [other] }, 'c')])).toEqual([
    ['other (listPets)', 1, 0],
    ['one (listPets)', 0, 2],
  ]);
});

test('a status names what was expected instead', () => {
  const cause = { title: 'getPet gets 500', status: 500 };

  expect(
    titles([fail({ operation: 'getPet', receivedStatus: 500, causes: [cause] }, 'a')]),
  ).toEqual([['getPet gets 500 instead of 200', 1, 0]]);
});

test('a rejection with a status other than 401 does not count as accepted', () => {
  const closed = { expectedStatuses: [401], causes: [acceptedKey] };

  expect(
    titles([
      fail({ ...closed, receivedStatus: 403 }, 'a'),
      fail({ ...closed, receivedStatus: 422, operation: 'createPet' }, 'b'),
    ]),
  ).toEqual([
    ['a request without the valid key gets 403 or 422 instead of 401 (listPets, createPet)', 2, 0],
  ]);
});

/** Which of two exchanges with the same cause a finding shows. */
test.each<[string, better: Partial<Evidence>, worse: Partial<Evidence>]>([
  ['the simplest request', {}, { request: 'GET /pets?limit=1' }],
  [
    'an accepted request where the key is not checked',
    { causes: [acceptedKey], receivedStatus: 200, request: 'GET /pets/123456' },
    { causes: [acceptedKey], receivedStatus: 400 },
  ],
  [
    'a request that fails alone before one that failed beside others',
    { request: 'GET /pets?limit=1' },
    { concurrent: { requests: 19, succeeded: 3 } },
  ],
  [
    'a valid request before an invalid one, where no response came',
    { request: 'GET /pets?limit=1', lost: 'all' },
    { lost: 'all', expectedStatuses: [400] },
  ],
  [
    'a redirect of a request whose status is documented',
    { causes: [redirected], request: 'GET /pets?limit=1' },
    { causes: [redirected], problem: 'no type' },
  ],
])('a finding shows %s', (_, better, worse) => {
  const [finding] = findFindings([fail(worse, 'a'), fail(better, 'b')]);

  expect(finding?.evidence).toEqual(createEvidence(better));
});

const inTime = { waited: 5_000 };

test.each<[string, Partial<Evidence>, string | undefined]>([
  [
    'a longer --timeout after a wait in vain',
    { ...inTime, lost: 'all' },
    'verify waited 5000 ms. If the provider only needs longer, set --timeout 20000.',
  ],
  [
    'a longer --timeout for a store that lags',
    { ...inTime, receivedStatus: 200 },
    'verify repeated the request for 5000 ms. If the store lags longer, set --timeout 20000.',
  ],
  [
    'nothing for a pet that getPet has found before',
    { ...inTime, problem: 'getPet returned this pet before', receivedStatus: 404 },
    undefined,
  ],
  [
    'an early rejection of a body that takes long to parse',
    { ...inTime, lost: 'all', expectedStatuses: [400] },
    'verify waited 5000 ms, and only for requests that can be rejected at once. Reject them before ' +
      'any work that takes so long, such as parsing a deep body.',
  ],
  [
    'the right Content-Length for a body that is shorter',
    { lost: 'short' },
    'Content-Length must be the number of bytes in the body. An error while the body is written ' +
      'looks the same.',
  ],
  [
    'no slash where a redirect only adds one',
    { receivedStatus: 307, redirect: '/v1/pets/?limit=1' },
    'the redirect only adds a slash. Serve /pets itself, as section 4.1 has it, without a slash.',
  ],
])('a hint suggests %s', (_, evidence, hint) => {
  expect(findFindings([fail(evidence, 'a')])[0]?.hint).toBe(hint);
});

test.each([
  ['listPets', 200, quotes.page.quote],
  ['getPet', 200, quotes.requested.quote],
  ['getPet', 404, quotes.notFound.quote],
  ['createPet', 201, quotes.created.quote],
  ['createPet', 400, quotes.badRequest.quote],
  ['getPet', 401, quotes.unauthorized.quote],
] as const)('a finding on %s quotes the words for it and %i', (operation, status, words) => {
  const evidence = createEvidence({ operation, expectedStatuses: [status], receivedStatus: 500 });

  for (const { quote } of [quotes.requested, quotes.created]) {
    const result = createResult({ verdict: 'failed', evidence }, { quote, section: '4' });
    expect(findFindings([result])[0]?.quote).toBe(words);
  }
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
  const service = serviceOf(brokenVariants, 'A pet can be read once; after that it is not found.');
  const context = createContext(new service(), { retryBudget: 100 });
  const [finding] = findFindings([await runNamedCheck('as listPets shows it', context)]);

  expect(finding?.evidence.problem).toBe('getPet returned this pet before');
  expect(finding?.hint).toBeUndefined();
});

/** Words that name the planted difference. */
test.each([
  [
    'A pet without a status is shown with the status null.',
    'status of the Pet must be one of available, pending, sold',
  ],
  ['The id is a string of digits.', 'id of the Pet must be an int64 integer'],
  ['A creation is answered with 200.', 'createPet gets 200 instead of 201'],
  ['A page has up to 20 pets, whatever the limit.', 'a page has more pets than its limit'],
  ['Every key that is not empty is accepted.', 'a request without the valid key is accepted'],
  ['Names are stored in lower case.', 'name of the Pet changes'],
  ['An Error has no code.', 'code of the Error must be a string'],
  ['Any text is accepted as a status.', 'createPet accepts a body that is not a NewPet'],
])('the first finding on %s is: %s', async (name, words) => {
  const service = serviceOf(brokenVariants, name);
  const report = await verifyInProcess(service, 1_000);

  expect(findFindings(report.requirements)[0]?.title).toContain(words);
  // All that is needed to fix it is on the first screen.
  const screen = formatReport(report, false).split('\n').slice(0, 24).join('\n');
  expect(screen).toMatch(/1\. .*\n {3}request .*\n {3}document .*\n {3}expected /);
  expect(screen).toMatch(/\n {3}received .*\n {3}repeat /);
});
