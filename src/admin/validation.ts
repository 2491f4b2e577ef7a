import { createBadRequest } from '../engine/interface/errors.js';
import { describeValue, quote, shorten } from '../engine/interface/format.js';
import { type JsonValue, readJsonValue } from '../engine/interface/json.js';
import { type AdminRequest, checkSize, findRouteKind } from './call.js';
import { calls } from './generated/calls.js';
import {
  findProblem,
  listFields,
  type Problem,
  resolveSchema,
  type Schema,
} from './schema-check.js';

/** What a call may send, by spec/admin.openapi.yaml. */
interface CallSchema {
  /** That of its success. */
  readonly status: number;
  /** The schemas of its query parameters. */
  readonly query: Readonly<Record<string, Schema>>;
  readonly body?: { readonly required: boolean; readonly schema: Schema };
}

const typeNames: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function describeExpected({ keyword, schema, value }: Problem): string {
  const types = [schema.type ?? []].flat();
  switch (keyword) {
    case 'type':
      return typeof value === 'bigint' && types.includes('integer')
        ? `between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
        : types.map((type) => typeNames[type] ?? type).join(' or ');
    case 'enum':
      return `one of ${(schema.enum ?? []).map(String).join(', ')}`;
    case 'const':
      return String(schema.const);
    case 'minimum':
      return `at least ${schema.minimum}`;
    case 'maximum':
      return `at most ${schema.maximum}`;
    case 'maxItems':
      return `an array of at most ${schema.maxItems} items`;
    default:
      return schema.description ?? keyword;
  }
}

/** `/match/query` of `the body` is `match.query of the body`. */
function formatPlace(what: string, path: string): string {
  const field = path
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
  return field === '' ? what : `${field} of ${what}`;
}

export function capitalize(text: string): string {
  return text.replace(/^the /, 'The ');
}

export function describeUnknownField(
  place: string,
  name: string | number,
  known: readonly string[],
): string {
  const fields = known.join(', ') || 'none';
  return `${capitalize(place)} has the unknown field ${quote(String(name))}. Known fields: ${fields}.`;
}

function describeProblem(what: string, problem: Problem): string {
  const { keyword, path, schema, value, field = '' } = problem;
  const place = formatPlace(what, path);
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return describeUnknownField(place, field, listFields(schema));
    case 'required':
      return `${field} is required in ${place}.`;
    case 'minProperties':
      return `${capitalize(place)} is empty. Set at least one of ${listFields(schema).join(', ')}.`;
    default: {
      const got = typeof value === 'bigint' ? shorten(String(value)) : describeValue(value);
      return `${capitalize(place)} must be ${describeExpected(problem)}; got ${got}.`;
    }
  }
}

/**
 * Checks a JSON value by a schema of spec/admin.openapi.yaml.
 *
 * @param what names the value in messages: `the body`
 * @param path where the value is within what is named: `/pets/7`
 * @throws {SimulatorError} when it doesn't fit
 */
export function checkValue(schema: Schema, what: string, value: unknown, path = ''): void {
  const problem = findProblem(schema, value, path);
  if (problem !== undefined) {
    throw createBadRequest(describeProblem(what, problem));
  }
}

/** The value that a text stands for where a schema has a type other than string. */
function readText(text: string, schema: Schema): unknown {
  const { type } = resolveSchema(schema);
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) {
    return Number(text);
  }
  return type === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

function readBody(text: string, required: boolean): JsonValue | undefined {
  if (text === '' && !required) {
    return undefined;
  }
  try {
    return readJsonValue(text);
  } catch (error) {
    const reason = text === '' ? 'it is empty' : (error as Error).message;
    throw createBadRequest(`The body must be JSON: ${reason}. /__admin/openapi.json describes it.`);
  }
}

function readQuery(sent: URLSearchParams, schemas: CallSchema['query']): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, text] of sent) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema === undefined) {
      throw createBadRequest(
        `The query parameter ${quote(name)} is unknown. Known parameters: ${[...Object.keys(schemas), 'sandbox'].join(', ')}.`,
      );
    }
    if (Object.hasOwn(query, name)) {
      throw createBadRequest(`The query parameter ${name} was sent more than once. Send it once.`);
    }
    const value = readText(text, schema);
    checkValue(schema, `the query parameter ${name}`, value);
    query[name] = value;
  }
  return query;
}

/**
 * Reads the query and the body of a call, and the status of its success.
 *
 * @throws {SimulatorError} when a part doesn't fit spec/admin.openapi.yaml
 */
export function readCall(
  method: string,
  path: string,
  request: Pick<AdminRequest, 'query' | 'body'>,
) {
  const call = (calls as Readonly<Record<string, CallSchema>>)[`${method} ${path}`] as CallSchema;
  const query = readQuery(request.query, call.query);
  // What isn't text is a stream, which its handler reads.
  const isStreamed = findRouteKind(method, path) === 'streamed';
  const text = typeof request.body === 'string' && !isStreamed ? request.body : '';
  if (call.body === undefined && text !== '') {
    throw createBadRequest(`${method} /__admin${path} takes no body. Send none.`);
  }
  checkSize(new TextEncoder().encode(text).length);
  const required = call.body?.required === true && !isStreamed;
  const body = call.body && readBody(text, required);
  if (call.body !== undefined && body !== undefined) {
    checkValue(call.body.schema, 'the body', body);
  }
  return { status: call.status, query, body };
}
