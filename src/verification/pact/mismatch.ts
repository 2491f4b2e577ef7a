import { parse } from 'lossless-json';
import { describeValue, quote, shorten } from '../../engine/interface/format.js';
import type { Mismatch } from '../result.js';
import type { PactMismatch, PactResults } from './run-pact.js';

const unreadableBody = /^Failed to parse the actual body: '?(.*?)'?$/s;

const isUnreadable = ({ mismatch = '' }: PactMismatch) => unreadableBody.test(mismatch);

/** Descriptions of the regular expressions of the contract. */
const patterns: Readonly<Record<string, string>> = {
  '^(available|pending|sold)$': 'available, pending or sold',
  '^-?\\d{1,19}(\\.0+)?$': 'an integer',
  '(?i)^application/json *(;.*)?$': 'application/json',
  '[\\s\\S]*': 'anything',
};

const types: Readonly<Record<string, string>> = {
  Integer: 'an integer',
  String: 'a string',
  Object: 'an object',
  Array: 'an array',
};

export function describePattern(pattern: string): string {
  const [, status] = /^\^(\d{3})\(\\\.0\+\)\?\$$/.exec(pattern) ?? [];
  const description =
    status === undefined ? patterns[pattern] : `${status}, the same as the HTTP status`;
  return description ?? `text that matches ${pattern}`;
}

/** Pact shows a value as JSON, but null as nothing, and a string that is the body without quotes. */
function describeReceived({ type, actual, mismatch = '' }: PactMismatch): string {
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

function describeFields({ actual }: PactMismatch): string {
  const names = /^\["(.*)"\]$/s.exec(actual ?? '')?.[1]?.split('","') ?? [];
  return names.length === 0 ? 'no fields' : `the fields ${shorten(names.join(', '))}`;
}

function describeSize(
  size: string,
  bound: string,
  limit: string,
  { actual }: PactMismatch,
): string {
  const things = actual?.startsWith('{') ? 'field' : 'element';
  const expected = `${limit} ${things}${limit === '1' ? '' : 's'}`;
  return `must have at ${bound === 'minimum' ? 'least' : 'most'} ${expected}; got ${size}`;
}

type Describe = (found: readonly string[], mismatch: PactMismatch) => string;

/** A form of Pact's messages, and its description. */
interface Form {
  /**
   * Precedes what the contract requires. Before it is the received value, in which nothing is searched:
   * the provider chooses it, and a pattern with two wildcards takes quadratic time.
   */
  readonly after?: string;
  /** What follows; without `after`, the whole message. At most one wildcard, and it is anchored. */
  readonly pattern: RegExp;
  readonly describe: Describe;
}

/**
 * Pact's messages for the rules of the contract, and the likeliest of other pacts. Its "Expected" value
 * in a body is the actual one.
 */
const forms: readonly Form[] = [
  {
    pattern: unreadableBody,
    describe: ([why]) => `must be JSON; Pact cannot parse it (${why})`,
  },
  {
    pattern: /^Expected body .* but was empty$/s,
    describe: () => 'must be JSON; got an empty body',
  },
  {
    pattern: /^Actual map is missing the following keys: (.*)$/s,
    describe: ([missing], mismatch) => `must have ${missing}; got ${describeFields(mismatch)}`,
  },
  {
    pattern: /^expected (\d+) but was (\d+)$/,
    describe: ([status, actual]) => `must be ${status}; got ${actual}`,
  },
  {
    pattern: /^Expected a header .* but was missing$/s,
    describe: (_, { expected }) => `must be ${expected?.replaceAll('"', '')}; got none`,
  },
  {
    pattern: /^Expected a body of '(.*)' but the actual content type was '/s,
    describe: ([type], mismatch) => `must be ${type}; got ${describeReceived(mismatch)}`,
  },
  {
    after: '(size ',
    pattern: /^(\d+)\) to have (minimum|maximum) size of (\d+)$/,
    describe: ([size, bound, limit], mismatch) =>
      describeSize(`${size}`, `${bound}`, `${limit}`, mismatch),
  },
  {
    after: " to have value '",
    pattern: /^/,
    describe: (_, mismatch) =>
      `must be ${quote(`${mismatch.expected}`)}; got ${describeReceived(mismatch)}`,
  },
  {
    pattern: /^Expected a List with (\d+) elements but received (\d+) elements$/,
    describe: ([count, received]) => `must have ${count} elements; got ${received}`,
  },
  {
    after: ' to be a',
    pattern: /^(n integer| decimal number)$/,
    describe: ([type], mismatch) => `must be a${type}; got ${describeReceived(mismatch)}`,
  },
  {
    after: ' to be a ',
    pattern: /^number$/,
    // All numbers of the document are integers.
    describe: (_, mismatch) => `must be an integer; got ${describeReceived(mismatch)}`,
  },
  {
    after: " to match '",
    pattern: /^(.*)'$/s,
    describe: ([pattern], mismatch) =>
      `must be ${describePattern(`${pattern}`)}; got ${describeReceived(mismatch)}`,
  },
  {
    after: ' to be the same type as ',
    pattern: / \((\w+)\)$/,
    describe: ([type], mismatch) =>
      `must be ${types[`${type}`] ?? type}; got ${describeReceived(mismatch)}`,
  },
  {
    after: ' to be equal to ',
    pattern: / \(\w+\)$/,
    describe: (_, mismatch) =>
      `must be ${shorten(`${mismatch.expected}`)}; got ${describeReceived(mismatch)}`,
  },
];

/**
 * Finds the form of a message and what it captures. The last separator decides, because received values
 * may contain others.
 */
function findForm(message: string): { readonly form: Form; readonly found: string[] } | undefined {
  let best: { readonly form: Form; readonly found: string[]; readonly at: number } | undefined;
  for (const form of forms) {
    const { after = '', pattern } = form;
    const at = after === '' ? message.length : message.lastIndexOf(after);
    const found =
      at < 0 ? null : pattern.exec(after === '' ? message : message.slice(at + after.length));
    if (found !== null && at > (best?.at ?? -1)) {
      best = { form, found: found.slice(1), at };
    }
  }
  return best;
}

/** `$[76].status` is the status of pet 77: people count from 1. */
const describePlace = (path: string) =>
  path.replace(/^\$\[(\d+)\](?:\.(\w+))?$/, (_path, index: string, field?: string) =>
    field === undefined ? `pet ${Number(index) + 1}` : `${field} of pet ${Number(index) + 1}`,
  );

function describeLocation({ type, path = '$', key }: PactMismatch): string {
  switch (type) {
    case 'StatusMismatch':
      return 'the status';
    case 'HeaderMismatch':
      return `the header ${key}`;
    case 'BodyTypeMismatch':
      return 'the content type';
    case 'BodyMismatch':
      return path === '$' || path === '/' ? 'the body' : describePlace(path);
    default:
      return 'the response';
  }
}

/** The text of an unknown message is not repeated: its "Expected" value may be either of the two. */
function describeUnknownForm({ type, expected, actual }: PactMismatch): string {
  return expected && actual
    ? `does not match the contract; got ${shorten(actual)}, for the example ${shorten(expected)}`
    : `does not match the contract (${type} of Pact's verifier)`;
}

function describeProblem(mismatch: PactMismatch): string {
  const known = findForm(mismatch.mismatch ?? '');
  return known?.form.describe(known.found, mismatch) ?? describeUnknownForm(mismatch);
}

/** Describes a mismatch: its location in the response, what is expected there, and what was received. */
export const describeMismatch = (mismatch: PactMismatch) =>
  `${describeLocation(mismatch)} ${describeProblem(mismatch)}`;

/** The place of a mismatch as all evidence names it. */
function findPath({ type, path = '$', key }: PactMismatch): string {
  switch (type) {
    case 'StatusMismatch':
      return 'status';
    case 'HeaderMismatch':
      return `header ${key?.toLowerCase()}`;
    case 'BodyTypeMismatch':
      return 'header content-type';
    default:
      return path === '/' ? '$' : path;
  }
}

const findErrors = ({ errors }: PactResults, description: string) =>
  errors.filter(({ interaction }) => interaction.endsWith(` - ${description}`));

/** Finds all mismatches. A wrong content type is reported as a header only, and not also for the body. */
function findMismatches(results: PactResults, description: string): PactMismatch[] {
  const all = findErrors(results, description).flatMap(({ mismatch }) => mismatch.mismatches ?? []);
  const inHeader = all.some(({ type }) => type === 'HeaderMismatch');
  return all.filter(({ type }) => !(inHeader && type === 'BodyTypeMismatch'));
}

/** What pets of a list have in common if they are wrong in the same way. */
const withoutPet = (description: string) =>
  description.replace(/\bpet \d+/, 'a pet').replace(/; got .*/s, '');

/**
 * Describes each mismatch once, because Pact visits lists twice, in a stable order. Of the pets that are
 * wrong in the same way, it describes the first.
 */
export function describeMismatches(results: PactResults, description: string): string[] {
  const mismatches = findMismatches(results, description).sort((one, other) =>
    `${one.path}`.localeCompare(`${other.path}`, 'en', { numeric: true }),
  );
  const groups = new Map<string, string[]>();
  for (const text of new Set(mismatches.map(describeMismatch))) {
    groups.set(withoutPet(text), [...(groups.get(withoutPet(text)) ?? []), text]);
  }
  return [...groups.values()].map(([first = '', ...rest]) =>
    rest.length === 0 ? first : `${first} (and ${rest.length} more like it)`,
  );
}

export const readMismatches = (results: PactResults, description: string): Mismatch[] =>
  findMismatches(results, description).map((mismatch) => ({
    path: findPath(mismatch),
    problem: describeProblem(mismatch),
  }));

export const isBodyUnreadable = (results: PactResults, description: string) =>
  findMismatches(results, description).some(isUnreadable);

/** Finds why Pact could not verify an interaction that has no mismatches. */
export function findPactReason(results: PactResults, description: string): string {
  const messages = findErrors(results, description).flatMap(
    ({ mismatch }) => mismatch.message ?? [],
  );
  return messages.join('; ') || 'it gave no reason';
}
