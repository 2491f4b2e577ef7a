import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getHeader } from '../../src/engine/interface/headers.js';
import type { ServiceRequest } from '../../src/engine/interface/message.js';
import { operations } from '../../src/engine/interface/operations.js';
import {
  countDifferences,
  createRequestParts,
  listDifferences,
  type RequestPattern,
} from '../../src/engine/sandbox/patterns.js';
import { type RuleState, tryRules } from '../../src/engine/sandbox/rules.js';

const [operation] = operations;
const encode = (text: string) => new TextEncoder().encode(text);

function requestOf(body: string, query = '', rawHeaders: string[] = []) {
  return { path: '/v1/pets/7', query, rawHeaders, body: encode(body) };
}

const differs = (pattern: RequestPattern, body: string) =>
  countDifferences(pattern, createRequestParts(requestOf(body))) > 0;

/** Texts in which parts almost match over and over. */
const fewLetters = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 60 });

test('finds text exactly where includes finds it', () => {
  fc.assert(
    fc.property(fewLetters, fewLetters, fc.nat(8), (text, other, length) => {
      for (const part of [other.slice(0, length), text.slice(length, 2 * length)]) {
        expect(differs({ bodyContains: part }, text)).toBe(!text.includes(part));
      }
    }),
  );
});

/** A request that counts how often each of its parts is read. */
function countReads(request: Pick<ServiceRequest, 'path' | 'query' | 'rawHeaders' | 'body'>) {
  const reads: Record<string, number> = {};
  const counted = new Proxy(request, {
    get(target, name) {
      reads[String(name)] = (reads[String(name)] ?? 0) + 1;
      return Reflect.get(target, name);
    },
  });
  return { request: counted as ServiceRequest, reads };
}

const ruleOf = (match: RequestPattern, index: number): RuleState => ({
  id: `rule-${index + 1}`,
  match,
  scenario: { delay: 1 },
  applied: 0,
  tried: 0,
});

const everything: RequestPattern = {
  petId: '8',
  query: { a: '2' },
  headers: { a: '2' },
  body: { name: 'Max' },
  bodyContains: 'Max',
};

test('reads each part of a request once for a thousand rules', () => {
  const { request, reads } = countReads(requestOf('{"name":"Rex"}', 'a=1', ['A', '1']));
  const rules = Array.from({ length: 1_000 }, (_, index) => ruleOf(everything, index));

  tryRules(rules, 1, operation as never, request);

  // The body is looked at twice: whether there is one, and what it is.
  expect(reads).toEqual({ path: 1, query: 1, rawHeaders: 1, body: 2 });
});

test('reads nothing that no rule compares', () => {
  const { request, reads } = countReads(requestOf('{"name":"Rex"}', 'a=1', ['A', '1']));

  tryRules([ruleOf({ petId: '8' }, 0)], 1, operation as never, request);

  expect(reads).toEqual({ path: 1 });
});

const filler = ' '.repeat(8 * 1024 - 5);

test('compares the first 8 KiB of a body as text', () => {
  expect(differs({ bodyContains: 'abcde' }, `${filler}abcde`)).toBe(false);
  expect(differs({ bodyContains: 'abcde' }, `${filler} abcde`)).toBe(true);
});

test('compares a body of up to 8 KiB as JSON', () => {
  expect(differs({ body: [1, 2] }, `${filler}[1,2]`)).toBe(false);
  expect(differs({ body: [1, 2] }, `${filler} [1,2]`)).toBe(true);
});

test('joins the values of a repeated header', () => {
  const rawHeaders = Array.from({ length: 3 }, (_, index) => ['X-A', String(index)]).flat();
  const parts = createRequestParts(requestOf('', '', rawHeaders));

  expect(countDifferences({ headers: { 'x-a': '0, 1, 2' } }, parts)).toBe(0);
});

test('matches each value of a repeated query parameter', () => {
  const parts = createRequestParts(requestOf('', 'a=1&a=2'));

  expect(countDifferences({ query: { a: '1' } }, parts)).toBe(0);
  expect(listDifferences({ query: { a: '3' } }, parts)).toEqual([
    'query.a: expected "3"; got "1" and "2"',
  ]);
});

test('lists a hundred differences and counts the rest', () => {
  const query = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`q${index}`, 'x']));
  const parts = createRequestParts(requestOf(''));

  const listed = listDifferences({ query }, parts);

  expect(countDifferences({ query }, parts)).toBe(130);
  expect(listed).toHaveLength(101);
  expect(listed.at(-1)).toBe('and 30 more differences');
});

test('says what a header has in place of the expected part', () => {
  const differences = (rawHeaders: string[]) =>
    listDifferences(
      { headersContain: { Via: 'shop' } },
      createRequestParts(requestOf('', '', rawHeaders)),
    );

  expect(differences([])).toEqual(['header Via: expected text that contains "shop"; got nothing']);
  expect(differences(['via', 'other'])).toEqual([
    'header Via: expected text that contains "shop"; got "other"',
  ]);
});

test('reads a repeated header as HTTP joins it', () => {
  const rawHeaders = ['Via', 'a', 'Other', 'x', 'VIA', 'b'];
  const parts = createRequestParts(requestOf('', '', rawHeaders));

  expect(getHeader(rawHeaders, 'via')).toBe('a, b');
  expect(countDifferences({ headers: { via: 'a, b' } }, parts)).toBe(0);
});

test('says which value of a query is missing, and which element of an array differs', () => {
  const pattern = { query: { limit: '1' }, body: { tags: ['a', 'b'] } };

  expect(listDifferences(pattern, createRequestParts(requestOf('{"tags":["a","c"]}')))).toEqual([
    'query.limit: expected "1"; got nothing',
    'body.tags[1]: expected "b"; got "c"',
  ]);
});
