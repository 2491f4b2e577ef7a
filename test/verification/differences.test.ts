import { expect, test } from 'vitest';
import { listDifferences } from '../../src/verification/differences.js';
import { createEvidence } from './results.js';

test.each([
  ['POST /pets {}', 400, 201, ['createPet accepts a body that is not a NewPet']],
  ['POST /pets {}', 201, 400, ['createPet gets 400 instead of 201']],
  ['POST /pets {}', 201, 409, ['createPet gets 409']],
  ['GET /pets/7', 200, 404, ['a pet that exists is missing']],
  [
    'GET /pets/7',
    404,
    200,
    ['getPet finds a pet with an unknown id', 'getPet returns another pet'],
  ],
  ['GET /pets?limit=0', 400, 200, ['listPets gets 200 instead of 400']],
  ['GET /pets', 200, 401, ['a request with the valid key gets 401']],
  ['GET /pets', 200, 406, ['a request gets 406']],
  ['GET /pets', 401, 502, ['a request gets 502']],
  ['GET /pets', 200, 504, ['a request gets 504']],
  ['GET /pets', 401, 200, ['a request without the valid key is accepted']],
  ['GET /pets', 401, 299, ['a request without the valid key is accepted']],
  [
    'GET /pets',
    401,
    300,
    [
      'a request without the valid key gets 300 instead of 401',
      'a request without the valid key is accepted',
    ],
  ],
])(
  'describes %s, which must get %i and gets %i',
  (request, expectedStatus, receivedStatus, words) => {
    const evidence = createEvidence({ request, expectedStatus, receivedStatus });

    expect(listDifferences(evidence)).toEqual(words);
  },
);

const id = 'id of the Pet';

test.each([
  ['header content-type', 'must be application/json', ['Content-Type is not application/json']],
  ['$', 'must be JSON; got gzip', ['the body is compressed, and no header says so']],
  ['$', 'must be JSON; got <html>', ['the body is not JSON']],
  ['$', 'must be UTF-8', ['the body is not UTF-8']],
  ['$', 'must have at most 1 elements', ['a page has more pets than its limit']],
  ['$', 'must be an array; got an object', ['must be an array; got an object']],
  ['$', 'must have id, name; got no field', ['id of the Pet is missing']],
  ['$.id', 'must be an int64 integer; got none', [`${id} is missing`]],
  ['$.id', 'is required', [`${id} is missing`]],
  ['$.id', 'must be an int64 integer; got "7" (a string)', [`${id} is a string`]],
  [
    '$.id',
    'must be an int64 integer; got 1.5 (a number)',
    [`${id} is not an int64 integer`, `${id} changes`],
  ],
  [
    '$.status',
    'must be one of available, pending, sold (section 2); got "gone" (a string)',
    ['status of the Pet is not one of available, pending, sold'],
  ],
  ['$.status', 'must be "sold"; got "pending" (a string)', ['status of the Pet changes']],
  [
    '$[3].status',
    'must be "sold"; got "pending" (a string)',
    ['a filtered page has pets with another status'],
  ],
  ['$.id', 'differs from "x" and 7', [`${id} differs from a text and n`]],
])('describes %s, which %s', (path, problem, words) => {
  const evidence = createEvidence({
    ...{ expectedStatus: 200, receivedStatus: 200 },
    mismatches: [{ path, problem }],
  });

  expect(listDifferences(evidence)).toEqual(words);
});

test('has a status that the document does not list as a difference of its own', () => {
  const evidence = createEvidence({ expected: '202 or 404', receivedStatus: 202, problem: 'late' });

  expect(listDifferences(evidence)).toEqual([
    'late',
    'listPets gets 202',
    'getPet finds a pet with an unknown id',
  ]);
});
