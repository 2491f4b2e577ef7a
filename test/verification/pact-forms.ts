import type { PactMismatch } from '../../src/verification/pact/run-pact.js';

/** What Pact's verifier says of the broken providers of test/providers: each form once. */
export const inBodies: readonly [words: string, Omit<PactMismatch, 'type'>][] = [
  [
    '$.categoryId must be an integer; got "1" (a string)',
    { path: '$.categoryId', mismatch: "Expected '1' (String) to be a number", actual: '"1"' },
  ],
  [
    '$.id must be an integer; got null',
    { path: '$.id', mismatch: 'Expected null (Null) to be a number', actual: 'null' },
  ],
  [
    '$.id must be an integer; got null',
    { path: '$.id', mismatch: "Expected '' to match '^-?\\d{1,19}(\\.0+)?$'", actual: 'null' },
  ],
  [
    '$.id must be an integer; got 35.5 (a number)',
    { path: '$.id', mismatch: "Expected '35.5' to match '^-?\\d{1,19}(\\.0+)?$'", actual: '35.5' },
  ],
  [
    '$.id must be an integer; got "Rex" (a string)',
    { path: '$.id', mismatch: "Expected 'Rex' (String) to be an integer", actual: '"Rex"' },
  ],
  [
    '$.id must be a decimal number; got 1 (a number)',
    { path: '$.id', mismatch: 'Expected 1 (Integer) to be a decimal number', actual: '1' },
  ],
  [
    'the body must have 1 elements; got 20',
    {
      path: '$',
      mismatch: 'Expected a List with 1 elements but received 20 elements',
      actual: '[1,2]',
    },
  ],
  [
    '$.status must be "sold"; got "available" (a string)',
    {
      path: '$.status',
      mismatch: "Expected 'available' (String) to be equal to 'sold' (String)",
      actual: '"available"',
      expected: '"sold"',
    },
  ],
  [
    '$.name must be "Rex"; got an object',
    {
      path: '$.name',
      mismatch: 'Expected {"en":"Rex"} (Object) to be equal to \'Rex\' (String)',
      actual: '{"en":"Rex"}',
      expected: '"Rex"',
    },
  ],
  [
    '$.categoryId must be 9007199254740993; got 9007199254740992 (a number)',
    {
      path: '$.categoryId',
      mismatch: 'Expected 9007199254740992 (Integer) to be equal to 9007199254740993 (Integer)',
      actual: '9007199254740992',
      expected: '9007199254740993',
    },
  ],
  [
    'status of pet 5 must be available, pending or sold; got "SOLD" (a string)',
    {
      path: '$[4].status',
      mismatch: "Expected 'SOLD' to match '^(available|pending|sold)$'",
      actual: '"SOLD"',
    },
  ],
  [
    '$.status must be 400, the same as the HTTP status; got 500 (a number)',
    { path: '$.status', mismatch: "Expected '500' to match '^400(\\.0+)?$'", actual: '500' },
  ],
  [
    'id of pet 1 must be an integer; got "1" (a string)',
    {
      path: '$[0].id',
      mismatch: "Expected '1' (String) to be the same type as 1 (Integer)",
      actual: '"1"',
    },
  ],
  [
    '$.message must be a string; got an array',
    {
      path: '$.message',
      mismatch: 'Type mismatch: Expected ["m"] (Array) to be the same type as \'m\' (String)',
      actual: '["m"]',
    },
  ],
  [
    'pet 10 must be an object; got null',
    {
      path: '$[9]',
      mismatch: 'Type mismatch: Expected null (Null) to be the same type as {"id":1} (Object)',
      actual: '',
    },
  ],
  [
    'the body must be an object; got "{\\"id\\":4}" (a string)',
    {
      path: '$',
      mismatch: 'Type mismatch: Expected \'{"id":4}\' (String) to be the same type as {} (Object)',
      actual: '{"id":4}',
    },
  ],
  [
    'the body must be an array; got an object',
    {
      path: '$',
      mismatch: 'Type mismatch: Expected {"a":1} (Object) to be the same type as [{}] (Array)',
      actual: '{"a":1}',
    },
  ],
  [
    'pet 4 must have categoryId, id; got the fields name, status',
    {
      path: '$[3]',
      mismatch: 'Actual map is missing the following keys: categoryId, id',
      actual: '["name","status"]',
    },
  ],
  [
    'the body must have code, message, status; got no fields',
    {
      path: '$',
      mismatch: 'Actual map is missing the following keys: code, message, status',
      actual: '[]',
    },
  ],
  [
    'the body must have at most 1 element; got 20',
    {
      path: '$',
      mismatch: 'Expected [{"id":1}, {"id":2}] (size 20) to have maximum size of 1',
      actual: '["{}","{}"]',
    },
  ],
  [
    'the body must have at least 3 fields; got 2',
    {
      path: '$',
      mismatch:
        'Expected {"id": Number(38), "name": String("a")} (size 2) to have minimum size of 3',
      actual: '{"id":"38","name":"a"}',
    },
  ],
  [
    'the body must be JSON; Pact cannot parse it (trailing characters at line 2 column 1)',
    {
      path: '$',
      mismatch: "Failed to parse the actual body: 'trailing characters at line 2 column 1'",
      actual: '{}\n{}',
    },
  ],
  [
    'the body must be JSON; got an empty body',
    {
      path: '/',
      mismatch: 'Expected body Present(78 bytes, application/json) but was empty',
      actual: null,
    },
  ],
];
