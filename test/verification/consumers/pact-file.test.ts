import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPact } from '../../../src/verification/consumers/pact-file.js';
import { estimateLength } from '../../../src/verification/consumers/pact-limits.js';
import { mapNothing, readStateMap } from '../../../src/verification/consumers/state-map.js';

const read = (text: string) => readPact({ source: 'shop.json', text }, mapNothing);

test.each([
  ['text', 'hello', 'shop.json is not JSON: '],
  ['a deeply nested array', '['.repeat(100_000), 'shop.json is not JSON: '],
  ['a list', '[]', 'shop.json is not a pact: it must be a JSON object.'],
  ['an object', '{}', 'shop.json is not a pact: consumer.name must be a text.'],
  [
    'interactions that are no list',
    '{"consumer":{"name":"shop"},"interactions":{}}',
    'shop.json is not a pact: interactions must be an array.',
  ],
  [
    'too many interactions',
    `{"consumer":{"name":"shop"},"interactions":[${'{},'.repeat(2_000)}{}]}`,
    'shop.json has 2001 interactions; at most 2000 are allowed.',
  ],
])('%s is no pact', (_, text, message) => {
  expect(() => read(text)).toThrow(message);
});

test.each([
  ['text', 'hello', 'states.json is not JSON: '],
  ['a list', '[]', 'states.json must be a JSON object with a member for each state.'],
  [
    'an unknown state',
    '{"a":"b"}',
    'states.json: the state "a" must be mapped to states of the package, which are "the API key is valid", ',
  ],
  [
    'another field',
    '{"a":{"state":"a pet exists","parameters":{}}}',
    'must be {"state": …, "params": {…}}; got the field "parameters".',
  ],
  [
    'params that are a list',
    '{"a":{"state":"a pet exists","params":[]}}',
    'got params that are not an object.',
  ],
])('%s is no state map', (_, text, message) => {
  expect(() => readStateMap(text, 'states.json')).toThrow(message);
});

/** The problem of an interaction with this request. */
const findProblem = (request: object, more: object = {}) =>
  read(
    JSON.stringify({
      consumer: { name: 'shop' },
      interactions: [{ request, response: { status: 200 }, ...more }],
    }),
  ).interactions[0]?.problem;

const withGenerator = (generator: object, path = '$.name', body: object = {}) =>
  findProblem({ method: 'POST', body, generators: { body: { [path]: generator } } });

test.each([
  [{ type: 'RandomString', size: 1e9 }, 'has the size 1000000000; it must be from 0 to 65535'],
  [{ type: 'RandomDecimal', digits: 65_536 }, 'has the size 65536; it must be from 0 to 65535'],
  [{ type: 'Regex', regex: 'a{1000000000}' }, 'may generate 1000000000 characters'],
  [{ type: 'Regex', regex: '((\\w*)*)*' }, 'may generate 1000000 characters'],
  [{ type: 'Regex', regex: 'a'.repeat(4_097) }, 'has a regular expression of 4097 characters'],
  [{ type: 'RandomInt', max: 2 ** 31 }, 'has the range from 0 to 2147483648'],
  [{ type: 'RandomInt', min: 5, max: 1 }, 'has the range from 5 to 1'],
  [{ type: 'Regex', regex: '((a{ 999 }){ 999 }){ 999 }' }, 'no braces but those of quantifiers'],
  [{ type: 'Regex', regex: '(?x)(aaa) {30000}' }, 'it must have no flag x'],
  [{ type: 'Regex', regex: '(aaa[a[(]b(]){30000}' }, 'no class within a class'],
  [{ type: 'Regex', regex: {} }, 'has the regular expression "{}"'],
  [{ type: 'Date', expression: 'today + 99999999 days' }, 'its numbers must be at most 99999'],
  [{ type: 'Time', expression: 'now + 99999 hours + 1 hour' }, 'its numbers must be at most 99999'],
  [
    { type: 'ArrayContains', variants: [[0, {}, { $: { type: 'RandomString', size: 1e9 } }]] },
    'has the size 1000000000',
  ],
])('refuses the generator %j, on which Pact could work without end', (generator, problem) => {
  expect(withGenerator(generator)).toContain(problem);
});

test.each([
  ['{"type":"RandomString","size":1e400}', 'has the size 1e400'],
  ['{"type":"RandomString","size":{"toString":1}}', 'has the size {"toString":1}'],
  ['{"type":"RandomInt","min":-1e400}', 'has the range from -1e400 to 2147483647'],
  ['{"type":"RandomInt","max":1e400}', 'has the range from 0 to 1e400'],
])('refuses the generator %s, which is no number that JavaScript has', (generator, problem) => {
  const request = `{"method":"POST","generators":{"body":{"$.name":${generator}}}}`;
  const text = `{"consumer":{"name":"shop"},"interactions":[{"request":${request}}]}`;
  expect(read(text).interactions[0]?.problem).toContain(problem);
});

test.each([
  { type: 'RandomString', size: 65_535 },
  { type: 'Regex', regex: '^[\\w.+]+@[\\w-]+\\.\\w{2,}$' },
  { type: 'Regex', regex: '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' },
  { type: 'Regex', regex: '(?i)[[:alpha:]]{2,5}\\x{41}' },
  { type: 'RandomInt', min: -10, max: 2 ** 31 - 1 },
  { type: 'Date', expression: 'today + 30 days' },
  { type: 'ProviderState', expression: '/pets/1000000' },
  { type: 'Uuid' },
])('takes the generator %j', (generator) => {
  expect(withGenerator(generator)).toBeUndefined();
});

test.each([
  { type: 'RandomString', size: 1_000 },
  { type: 'RandomDecimal', size: 1, digits: 1_000 },
  { type: 'RandomHexadecimal', digits: 1_000 },
  { type: 'Regex', regex: 'a{1000}' },
  { type: 'DateTime', format: 'y'.repeat(1_000) },
  { type: 'ProviderState', expression: '/'.repeat(1_000) },
])('refuses a $type of many values', (generator) => {
  const list = Array.from({ length: 1_000 }, () => 'a');
  expect(withGenerator(generator, '$[*]', list)).toMatch(
    /its generators may generate 4\d{6} characters; at most 1048576 are allowed/,
  );
});

test('refuses too many rules, and too many provider states', () => {
  const rules = Array.from({ length: 10_000 }, (_, index) => [
    `$.field${index}`,
    { match: 'type' },
  ]);
  expect(findProblem({ matchingRules: Object.fromEntries(rules) })).toMatch(
    /its matching rules and generators have \d+ characters; at most 262144 are allowed/,
  );
  const providerStates = Array.from({ length: 21 }, () => ({ name: 'a category exists' }));
  expect(findProblem({}, { providerStates })).toContain(
    'it has 21 provider states; at most 20 are allowed',
  );
});

/** A regular expression, and the length of its longest text. */
interface Regex {
  readonly text: string;
  readonly longest: number;
}

const { regex } = fc.letrec<{ regex: Regex; atom: Regex }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 4 },
    fc
      .constantFrom('a', '.', '\\d', '\\p{L}', '[b-d]', '[^]]', '[\\](]', '[[:alpha:](]', '\\(')
      .map((text) => ({
        text,
        longest: 1,
      })),
    tie('regex').map(({ text, longest }) => ({ text: `(?:${text})`, longest })),
    fc.tuple(tie('regex'), tie('regex')).map(([one, other]) => ({
      text: `(${one.text}|${other.text})`,
      longest: Math.max(one.longest, other.longest),
    })),
  ),
  regex: fc
    .array(
      fc.tuple(
        tie('atom'),
        fc.constantFrom(['', 1], ['?', 1], ['{3}', 3], ['{1,7}', 7], ['*', 100], ['{2,}', 102]),
      ),
      { maxLength: 3 },
    )
    .map((parts) => ({
      text: parts.map(([{ text }, [quantifier]]) => `${text}${quantifier}`).join(''),
      longest: parts.reduce((sum, [{ longest }, [, times]]) => sum + longest * Number(times), 0),
    })),
}));

test('never estimates a generated text too short', () => {
  fc.assert(
    fc.property(regex, ({ text, longest }) => {
      expect(estimateLength(text)).toBeGreaterThanOrEqual(longest);
    }),
  );
});
