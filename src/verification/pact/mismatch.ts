import { parse } from 'lossless-json';
import { describeValue, quote, shorten } from '../../engine/interface/format.js';
import type { PactMismatch, PactResults } from './run-pact.js';

/** How Pact says that it can't read a body. */
const unreadable = /^Failed to parse the actual body: '?(.*?)'?$/s;

const isUnreadable = ({ mismatch = '' }: PactMismatch) => unreadable.test(mismatch);

/** What the regular expressions of the contract stand for. */
const patterns: Readonly<Record<string, string>> = {
  '^(available|pending|sold)$': 'available, pending or sold',
  '^-?\\d{1,19}(\\.0+)?$': 'an integer',
  '(?i)^application/json *(;.*)?$': 'application/json',
  '[\\s\\S]*': 'anything',
};

/** Pact's names of types. */
const types: Readonly<Record<string, string>> = {
  Integer: 'an integer',
  String: 'a string',
  Object: 'an object',
  Array: 'an array',
};

export function patternInWords(pattern: string): string {
  const [, status] = /^\^(\d{3})\(\\\.0\+\)\?\$$/.exec(pattern) ?? [];
  const words = status === undefined ? patterns[pattern] : `${status}, as the HTTP status is`;
  return words ?? `text that matches ${pattern}`;
}

/** What came; Pact writes JSON, but null as nothing, and the string that a body is without its quotes. */
function cameOf({ type, actual, mismatch = '' }: PactMismatch): string {
  const text = actual ?? '';
  if (type === 'HeaderMismatch' || type === 'BodyTypeMismatch') {
    return quote(text);
  }
  if (/ \(String\) to be /.test(mismatch) && !text.startsWith('"')) {
    return describeValue(text);
  }
  try {
    return text === '' ? 'null' : describeValue(parse(text));
  } catch {
    return shorten(text);
  }
}

function fieldsOf({ actual }: PactMismatch): string {
  const names = /^\["(.*)"\]$/s.exec(actual ?? '')?.[1]?.split('","') ?? [];
  return names.length === 0 ? 'no fields' : `the fields ${shorten(names.join(', '))}`;
}

function sizeInWords(size: string, bound: string, limit: string, { actual }: PactMismatch): string {
  const things = actual?.startsWith('{') ? 'field' : 'element';
  const expected = `${limit} ${things}${limit === '1' ? '' : 's'}`;
  return `must have at ${bound === 'minimum' ? 'least' : 'most'} ${expected}, and ${size} came`;
}

type Words = (found: readonly string[], mismatch: PactMismatch) => string;

/** All that Pact says of the contract's rules. What it calls expected in a body is what came. */
const forms: readonly (readonly [RegExp, Words])[] = [
  [unreadable, ([why]) => `must be JSON, and can not be read as such (${why})`],
  [/^Expected body .* but was empty$/s, () => 'must be JSON, and an empty one came'],
  [
    /^Actual map is missing the following keys: (.*)$/s,
    ([missing], mismatch) => `must have ${missing}, and ${fieldsOf(mismatch)} came`,
  ],
  [/^expected (\d+) but was (\d+)$/, ([status, came]) => `must be ${status}, and ${came} came`],
  [
    /^Expected a header .* but was missing$/s,
    (_, { expected }) => `must be ${expected?.replaceAll('"', '')}, and none came`,
  ],
  [
    /^Expected a body of '(.*)' but the actual content type was '/s,
    ([type], mismatch) => `must be ${type}, and ${cameOf(mismatch)} came`,
  ],
  [
    /.*\(size (\d+)\) to have (minimum|maximum) size of (\d+)$/s,
    ([size, bound, limit], mismatch) => sizeInWords(`${size}`, `${bound}`, `${limit}`, mismatch),
  ],
  // The document has no numbers but integers.
  [/ to be a number$/, (_, mismatch) => `must be an integer, and ${cameOf(mismatch)} came`],
  [
    /.* to match '(.*)'$/s,
    ([pattern], mismatch) =>
      `must be ${patternInWords(`${pattern}`)}, and ${cameOf(mismatch)} came`,
  ],
  [
    /.* to be the same type as .* \((\w+)\)$/s,
    ([type], mismatch) => `must be ${types[`${type}`] ?? type}, and ${cameOf(mismatch)} came`,
  ],
  [
    /.* to be equal to .* \(\w+\)$/s,
    (_, mismatch) => `must be ${shorten(`${mismatch.expected}`)}, and ${cameOf(mismatch)} came`,
  ],
];

function whereOf({ type, path = '$', key }: PactMismatch): string {
  switch (type) {
    case 'StatusMismatch':
      return 'the status';
    case 'HeaderMismatch':
      return `the header ${key}`;
    case 'BodyTypeMismatch':
      return 'the content type';
    case 'BodyMismatch':
      return path === '$' || path === '/' ? 'the body' : path;
    default:
      return 'the answer';
  }
}

/** What is said in a form that isn't known: it may be meant either way round, so it is not repeated. */
function inGeneral(mismatch: PactMismatch): string {
  const { type, expected, actual } = mismatch;
  return expected && actual
    ? `is not as the contract says: ${shorten(actual)} came, and its example is ${shorten(expected)}`
    : `is not as the contract says (${type} of Pact's verifier)`;
}

/** A difference in words: where in the answer it is, what must be there, and what came. */
export function inWords(mismatch: PactMismatch): string {
  for (const [form, words] of forms) {
    const found = form.exec(mismatch.mismatch ?? '');
    if (found !== null) {
      return `${whereOf(mismatch)} ${words(found.slice(1), mismatch)}`;
    }
  }
  return `${whereOf(mismatch)} ${inGeneral(mismatch)}`;
}

const errorsOf = ({ errors }: PactResults, description: string) =>
  errors.filter(({ interaction }) => interaction.endsWith(` - ${description}`));

/** What differs. A content type that is wrong as a header isn't told again as the body's. */
function mismatchesOf(results: PactResults, description: string): PactMismatch[] {
  const all = errorsOf(results, description).flatMap(({ mismatch }) => mismatch.mismatches ?? []);
  const ofHeader = all.some(({ type }) => type === 'HeaderMismatch');
  return all.filter(({ type }) => !(ofHeader && type === 'BodyTypeMismatch'));
}

/** What differs in words, each thing once, as Pact walks through lists twice; always in the same order. */
export function differences(results: PactResults, description: string): string[] {
  return [...new Set(mismatchesOf(results, description).map(inWords))].sort();
}

/** Whether Pact can't read the body of the answer. */
export const foundUnreadable = (results: PactResults, description: string) =>
  mismatchesOf(results, description).some(isUnreadable);

/** Why Pact could not verify an interaction, where nothing differs. */
export function ownReason(results: PactResults, description: string): string {
  const said = errorsOf(results, description).flatMap(({ mismatch }) => mismatch.message ?? []);
  return said.join('; ') || 'it gave no reason';
}
