import type * as z from 'zod/mini';
import { createBadRequest } from '../../document/errors.js';
import { describeValue, quote, shorten } from '../../document/format.js';
import type { AdminRoute } from './route.js';

type Issue = z.core.$ZodIssue;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

function describeExpected(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeof value === 'bigint' && /^(?:int|number)$/.test(issue.expected)
        ? `between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
        : (typeNames[issue.expected] ?? issue.message);
    case 'invalid_value':
      return issue.values.length === 1
        ? String(issue.values[0])
        : `one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `an array of at most ${issue.maximum} items`
        : issue.origin === 'string'
          ? `a text of at most ${issue.maximum} characters`
          : `at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

const capitalize = (text: string) => text.replace(/^the /, 'The ');

/** `match.query of the body`, `pets[7].name of the snapshot`. */
function formatPlace(what: string, path: readonly PropertyKey[]): string {
  const field = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
  return field === '' ? what : `${field} of ${what}`;
}

const getPart = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((part, key) => Object(part)[key], value);

/** An unknown field is often why another is missing. */
const sortIssues = (issues: readonly Issue[]): readonly Issue[] => [
  ...issues.filter(({ code }) => code === 'unrecognized_keys'),
  ...issues.filter(({ code }) => code !== 'unrecognized_keys'),
];

/** What is wrong with a value, what was received, and what is allowed. */
function describeIssue(issue: Issue, what: string, value: unknown): string {
  const { path } = issue;
  if (issue.code === 'invalid_union') {
    // The branch that fits the type tells more.
    const branch = issue.errors.find(
      ([first]) => first?.code !== 'invalid_type' || first.path.length > 0,
    );
    if (branch !== undefined) {
      const [inner] = sortIssues(branch);
      return describeIssue(
        { ...inner, path: [...path, ...(inner as Issue).path] } as Issue,
        what,
        value,
      );
    }
  }
  const part = getPart(value, path);
  const place = formatPlace(what, path);
  if (issue.code === 'unrecognized_keys') {
    return `${capitalize(place)} has the unknown field ${quote(issue.keys[0] ?? '')}. ${issue.message}`;
  }
  if (part === undefined && path.length > 0) {
    return `${path.at(-1)?.toString()} is required in ${formatPlace(what, path.slice(0, -1))}.`;
  }
  if (issue.code === 'custom' && issue.message.startsWith('is ')) {
    return `${capitalize(place)} ${issue.message}`;
  }
  const got = typeof part === 'bigint' ? shorten(String(part)) : describeValue(part);
  return `${capitalize(place)} must be ${describeExpected(issue, part)}; got ${got}.`;
}

/**
 * Checks a value by its schema.
 *
 * @param what names the value in messages: `the body`
 * @throws {SimulatorError} `bad_request` with the first problem
 */
export function checkValue<Schema extends z.ZodMiniType>(
  schema: Schema,
  what: string,
  value: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) {
    return value as z.infer<Schema>;
  }
  const [issue] = sortIssues(result.error.issues);
  throw createBadRequest(describeIssue(issue as Issue, what, value));
}

/**
 * Checks the input of a route, part by part.
 *
 * @throws {SimulatorError} `bad_request`
 */
export function checkInput(route: AdminRoute, input: Readonly<Record<string, unknown>>): void {
  const { body, ...parameters } = route.input;
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(route.input, name)) {
      const known = Object.keys(parameters).join(', ') || 'none';
      throw createBadRequest(
        `The query parameter ${quote(name)} is unknown. Known parameters: ${known}.`,
      );
    }
  }
  for (const [name, schema] of Object.entries(parameters)) {
    checkValue(schema, `the query parameter ${name}`, input[name]);
  }
  if (body !== undefined) {
    checkValue(body, 'the body', input.body);
  }
}

/**
 * Copies a value as JSON would: without what is undefined, and with integers as bigints only where a double
 * can't hold them.
 */
export function copyJson<Value>(value: Value): Value;
export function copyJson(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (Array.isArray(value)) {
    return value.map(copyJson);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, field]) => field !== undefined)
        .map(([name, field]) => [name, copyJson(field)]),
    );
  }
  return value;
}
