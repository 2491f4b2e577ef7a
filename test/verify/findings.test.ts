import { expect, test } from 'vitest';
import { quotes } from '../../src/document/quotes.js';
import { petProblems } from '../../src/document/responses.js';
import type { Evidence, RequirementResult } from '../../src/index.js';
import { findErrorCause } from '../../src/verify/causes.js';
import { findFindings } from '../../src/verify/report/findings.js';
import { formatReport } from '../../src/verify/report/formats.js';
import { serviceOf } from './open-provider.js';
import { verifyInProcess } from './providers/in-process.js';
import { createEvidence, createResult } from './results.js';

const fail = (evidence: Partial<Evidence>, requirement: string) =>
  createResult({ verdict: 'failed', evidence: createEvidence(evidence) }, { requirement });

const summarize = (results: readonly RequirementResult[]) =>
  findFindings(results).map(({ verdict, title, explains }) => [
    verdict,
    title,
    explains.map(({ requirement }) => requirement).join(),
  ]);

test('failures with the same cause are one finding; the most frequent is the first', () => {
  const [cause, other] = [{ title: 'one' }, { title: 'other' }];
  const evidence = createEvidence({ cause: other, operation: 'getPet' });
  const prevented = createResult({ verdict: 'inconclusive', evidence }, { requirement: 'c' });

  expect(summarize([fail({ cause }, 'a'), fail({ cause: other }, 'b'), prevented])).toEqual([
    ['failed', 'other (listPets, getPet)', 'b,c'],
    ['failed', 'one (listPets)', 'a'],
  ]);
});

test('wrong pets of several kinds are one finding, and of one kind have its title', () => {
  const [missing, twice] = [{ title: petProblems.missing }, { title: petProblems.repeated }];

  expect(summarize([fail({ cause: missing }, 'a'), fail({ cause: twice }, 'b')])).toEqual([
    ['failed', 'a pet is missing, or another one has its id or its place (listPets)', 'a,b'],
  ]);
  expect(summarize([fail({ cause: twice }, 'b')])).toEqual([
    ['failed', `${petProblems.repeated} (listPets)`, 'b'],
  ]);
});

test('a reason is one finding, with all requirements that it concerns', () => {
  const inconclusive = (requirement: string) =>
    createResult({ verdict: 'inconclusive', reason: 'the list is empty' }, { requirement });

  expect(summarize([inconclusive('a'), inconclusive('b')])).toEqual([
    ['inconclusive', 'the list is empty', 'a,b'],
  ]);
});

test('a finding shows the simplest request that failed', () => {
  const simple = createEvidence({ curl: 'curl' });
  const prepared = createResult({
    verdict: 'inconclusive',
    evidence: createEvidence({ request: 'GET', curl: 'curl' }),
  });

  const [finding] = findFindings([
    prepared,
    fail({ request: 'GET' }, 'c'),
    fail({ request: 'GET /pets?limit=1', curl: 'curl' }, 'a'),
    fail(simple, 'b'),
  ]);

  expect(finding?.evidence).toEqual(simple);
});

test('a finding on what fails after a crash shows the earliest request', () => {
  const cause = { title: 'a request gets 500', isCrash: true } as const;
  const crash = createEvidence({ cause, number: 7, request: 'POST /pets null' });
  const prepared = createResult({ verdict: 'inconclusive', evidence: crash });

  const [finding] = findFindings([fail({ cause, number: 8, curl: 'curl' }, 'a'), prepared]);

  expect(finding?.evidence).toEqual(crash);
});

test('a finding quotes the words about its cause, or those of its case', () => {
  const cause = { title: 'one', ...quotes.id };

  expect(findFindings([fail({ cause }, 'a')])).toMatchObject([quotes.id]);
  expect(findFindings([fail({}, 'a')])).toMatchObject([{ section: '1', quote: 'q' }]);
});

test.each([
  ['listPets', 200, 500, 'a request gets 500', quotes.page],
  ['getPet', 200, 404, 'getPet returns 404 for a pet that was created or listed', quotes.requested],
  ['getPet', 404, 200, 'getPet returns 200 for an unknown id', quotes.notFound],
  ['createPet', 201, 200, 'a request gets 200', quotes.created],
  ['createPet', 400, 201, 'createPet accepts a body that is not a NewPet', quotes.badRequest],
  ['getPet', 401, 403, 'a request without the valid key does not get 401', quotes.unauthorized],
  ['getPet', 401, 500, 'a request gets 500', quotes.unauthorized],
  ['getPet', 200, 401, 'a request with the valid key gets 401', quotes.requested],
  ['getPet', 200, 307, 'a request is redirected', quotes.requested],
  ['createPet', 201, 0, 'a request gets no complete response', quotes.created],
] as const)('%s must get %s and gets %s: %s', (operation, expected, received, title, words) => {
  expect(findErrorCause(operation, [expected], received, undefined)).toEqual({
    title,
    ...words,
    ...((received === 0 || received === 500) && { isCrash: true }),
  });
});

/** Words that name the planted difference; checks-evidence.test.ts has more. */
test.each([
  ['A page has up to 20 pets, whatever the limit.', '4.1', 'a page has more pets than its limit'],
  ['An Error has no code.', '7', 'code of the Error must be a string'],
  ['A limit of 1 gives an empty page.', '8', 'a page has fewer pets than its limit'],
])('the first finding on %s in section %s is: %s', async (name, section, words) => {
  const service = serviceOf(name);
  const report = await verifyInProcess(service, 1_000, section);

  expect(findFindings(report.requirements)[0]?.title).toContain(words);
  // All that is needed to fix it is on the first screen.
  const screen = formatReport(report).text.split('\n').slice(0, 24).join('\n');
  expect(screen).toMatch(/1\. .*\n {3}request .*\n {3}document .*\n {3}expected /);
  expect(screen).toMatch(/\n {3}received .*\n {3}repeat /);
});
