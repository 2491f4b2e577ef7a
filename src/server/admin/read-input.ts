import type * as z from 'zod/mini';
import { type JsonValue, parseJson } from '../../base/json.js';
import { suggest } from '../../base/nearest.js';
import { describeValue, quote, shorten } from '../../base/text.js';
import { createBadRequest } from '../../document/errors.js';
import type { AdminCall } from './paths.js';
import type { AdminRoute } from './route.js';
import { object } from './schema-kit.js';

type Issue = z.core.$ZodIssue;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

function describeExpected(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      // A schema's own words say more than its type.
      return issue.message.startsWith('Invalid input')
        ? (typeNames[issue.expected] ?? issue.message)
        : issue.message;
    case 'invalid_value':
      return `${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `an array of at most ${issue.maximum} items`
        : `at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

const capitalizeArticle = (text: string) => text.replace(/^the /, 'The ');

/** `match.query of the body`, `pets[7].name of the snapshot`. */
function formatPlace(what: string, path: readonly PropertyKey[]): string {
  const field = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return field.length === 0 ? what : `${field.join('').replace(/^\./, '')} of ${what}`;
}

/** An unknown field is often why another is missing. */
const findFirst = (issues: readonly Issue[]) =>
  issues.find(({ code }) => code === 'unrecognized_keys') ?? (issues[0] as Issue);

function describeIssue(issue: Issue, what: string, value: unknown): string {
  const { path } = issue;
  if (issue.code === 'invalid_union') {
    // The branch that fits the type tells more.
    const branch = issue.errors.find(
      ([first]) => first?.code !== 'invalid_type' || first.path.length > 0,
    );
    if (branch !== undefined) {
      const inner = findFirst(branch);
      return describeIssue({ ...inner, path: [...path, ...inner.path] } as Issue, what, value);
    }
  }
  const part = path.reduce<unknown>((outer, key) => Object(outer)[key], value);
  const place = formatPlace(what, path);
  if (issue.code === 'unrecognized_keys') {
    return `${capitalizeArticle(place)} has the unknown field ${quote(issue.keys[0] ?? '')}. ${issue.message}`;
  }
  if (part === undefined && path.length > 0) {
    return `${place} is required.`;
  }
  const got = typeof part === 'bigint' ? shorten(String(part)) : describeValue(part);
  const words = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const advice = suggest(String(part), words);
  return `${capitalizeArticle(place)} must be ${describeExpected(issue)}; got ${got}.${advice}`;
}

/** @throws {SimulatorError} `bad_request` with the first problem of the value, which is called `what`: `the body` */
function checkValue<Value>(schema: z.ZodMiniType<Value>, what: string, value: unknown): Value {
  const result = schema.safeParse(value);
  if (!result.success) {
    throw createBadRequest(describeIssue(findFirst(result.error.issues), what, value));
  }
  return value as Value;
}

function parseAdminBody(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    const reason = text === '' ? 'it is empty' : (error as Error).message;
    throw createBadRequest(`The body must be JSON: ${reason}. /__admin/openapi.json describes it.`);
  }
}

/** @throws {SimulatorError} `bad_request` when the input of the operation is wrong */
export function readInput({ input }: AdminRoute, call: AdminCall): Record<string, unknown> {
  const { body, ...fields } = input;
  const parameters: Record<string, unknown> = { ...call.parameters };
  for (const [name, schema] of Object.entries(fields)) {
    const value = parameters[name];
    // A parameter is text, which is a number where its schema requires one.
    if (/^-?\d{1,15}$/.test(String(value)) && !schema.safeParse(value).success) {
      parameters[name] = Number(value);
    }
  }
  const checked = checkValue<Record<string, unknown>>(object(fields), 'the query', parameters);
  return !body || (call.body === '' && body.safeParse(undefined).success)
    ? checked
    : { ...checked, body: checkValue(body, 'the body', parseAdminBody(call.body)) };
}
