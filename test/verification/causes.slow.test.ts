import { expect, test } from 'vitest';
import { commonCauses } from '../../src/verification/report/report.js';
import { Broken, type Evidence, type JudgedPromise } from '../../src/verification/verdict.js';
import { brokenVariants } from '../providers/broken.js';
import { openProvider, variantNamed } from './providers.js';
import { flagsOf, verifyByCommand } from './verifying.js';

const some = { section: '1', promise: 'p', part: 'conformance', document: 'd' } as const;
const broken = (evidence: Evidence): JudgedPromise => ({ ...some, verdict: 'broken', evidence });
const times = (count: number, promise: JudgedPromise) =>
  Array.from({ length: count }, () => promise);

const refused = {
  sent: 'GET /pets/7 without a key',
  expected: '401 with an Error',
  came: '403 {}',
};
const created = { sent: 'POST /pets {"name":"a"}', expected: '201 with the Pet', came: '200 {}' };

test('a status that breaks several promises alike is named once, the most common first', () => {
  const promises = [...times(3, broken(refused)), ...times(4, broken(created))];

  expect(commonCauses(promises)).toEqual([
    { words: 'createPet: 200 came instead of 201', broken: 4, notProved: 0 },
    { words: 'getPet: 403 came instead of 401', broken: 3, notProved: 0 },
  ]);
});

test('what is not proved for it is counted with it', () => {
  const reason = `it couldn't be prepared: ${new Broken(created).message}`;
  const promises = [
    ...times(3, broken(created)),
    ...times(2, { ...some, verdict: 'not proved', reason }),
  ];

  expect(commonCauses(promises)).toEqual([
    { words: 'createPet: 200 came instead of 201', broken: 3, notProved: 2 },
  ]);
});

test('no answer is a cause, too', () => {
  const came = 'no answer: no complete answer within 5000 ms';
  const lost = { sent: 'GET /pets?limit=1', expected: '200 with Pets', came };

  expect(commonCauses(times(3, broken(lost)))).toEqual([
    { words: 'listPets: no answer came instead of 200', broken: 3, notProved: 0 },
  ]);
});

test.each([
  ['what breaks but two promises', 2, refused],
  [
    'a wrong body with the right status',
    9,
    { ...refused, came: '$.status must be 401, as the HTTP status is, and 400 came: 401 {}' },
  ],
  ['another pet with the right status', 9, { ...created, came: '201 {"id":403}' }],
])('%s is none', (_, count, evidence) => {
  expect(commonCauses(times(count, broken(evidence)))).toEqual([]);
});

test('the report names them before its last line', async () => {
  const provider = await openProvider(variantNamed(brokenVariants, 'created-with-200'));

  const { stdout } = await verifyByCommand(flagsOf(provider));

  expect(stdout).toMatch(
    /\n\nWhat breaks several promises alike\n {2}(\d+) of \d+ broken: createPet: 200 came instead of 201; \d+ not proved for the same\n\nhttp:.*\n$/,
  );
});

test('a report without any says nothing of them', async () => {
  const { stdout } = await verifyByCommand(flagsOf(await openProvider()));

  expect(stdout).not.toContain('What breaks several promises alike');
});
