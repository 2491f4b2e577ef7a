import { readInt64 } from '../engine/interface/int64.js';
import { isJsonObject } from '../engine/interface/json.js';
import { readInstant } from '../options/readers.js';
import { schemas } from './generated/calls.js';

/** A JSON Schema with the keywords that `scripts/generate-documents.mjs` lets through. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly unevaluatedProperties?: false;
  /** Only where a message needs it. */
  readonly description?: string;
}

/** A part of a value that a schema doesn't allow. */
export interface Problem {
  readonly keyword: keyof Schema;
  /** The JSON pointer of the part: `/match/query`. */
  readonly path: string;
  readonly schema: Schema;
  readonly value: unknown;
  /** The field that is unknown or missing. */
  readonly field?: string;
}

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  number: Number.isFinite,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  object: isJsonObject,
  array: Array.isArray,
  null: (value) => value === null,
};

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  instant: (text) => readInstant(text) !== undefined,
  'int64-digits': (text) => readInt64(text) !== undefined,
};

/** Whether a value passes a keyword that concerns all of it. */
type Passes<Limit> = (value: unknown, limit: Limit) => boolean;

const ofNumber = (passes: (value: number, limit: number) => boolean): Passes<number> => {
  return (value, limit) => typeof value !== 'number' || passes(value, limit);
};
const ofText = <Limit>(passes: (text: string, limit: Limit) => boolean): Passes<Limit> => {
  return (value, limit) => typeof value !== 'string' || passes(value, limit);
};

const assertions: { readonly [Keyword in keyof Schema]: Passes<NonNullable<Schema[Keyword]>> } = {
  type: (value, types) => [types].flat().some((type) => typeTests[type]?.(value)),
  enum: (value, allowed) => allowed.includes(value),
  const: (value, expected) => value === expected,
  minimum: ofNumber((value, limit) => value >= limit),
  maximum: ofNumber((value, limit) => value <= limit),
  // By characters, as JSON Schema counts them.
  minLength: ofText((text, limit: number) => [...text].length >= limit),
  maxLength: ofText((text, limit: number) => [...text].length <= limit),
  pattern: ofText((text, pattern: string) => new RegExp(pattern, 'u').test(text)),
  format: ofText((text, name: string) => formats[name]?.(text) === true),
  maxItems: (value, limit) => !Array.isArray(value) || value.length <= limit,
  minProperties: (value, limit) => !isJsonObject(value) || Object.keys(value).length >= limit,
};
const asserted = Object.keys(assertions) as (keyof typeof assertions)[];

export function resolveSchema(schema: Schema): Schema {
  const name = schema.$ref?.split('/').pop();
  return name === undefined ? schema : ((schemas as Readonly<Record<string, Schema>>)[name] ?? {});
}

/** The names of all fields of a schema, including those of the schemas that it is made of. */
export function listFields(schema: Schema): string[] {
  const { allOf = [], properties = {} } = resolveSchema(schema);
  return [...Object.keys(properties), ...allOf.flatMap(listFields)];
}

function* findFieldProblems(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): Generator<Problem> {
  const { required = [], properties = {}, additionalProperties, unevaluatedProperties } = schema;
  const problem = { path, schema, value };
  const known = unevaluatedProperties === false ? listFields(schema) : Object.keys(properties);
  for (const field of Object.keys(value).filter((name) => !known.includes(name))) {
    if (additionalProperties === false || unevaluatedProperties === false) {
      const keyword =
        additionalProperties === false ? 'additionalProperties' : 'unevaluatedProperties';
      yield { ...problem, keyword, field };
    } else if (additionalProperties !== undefined) {
      yield* findProblems(additionalProperties, value[field], `${path}/${escapeField(field)}`);
    }
  }
  for (const field of required.filter((name) => !Object.hasOwn(value, name))) {
    yield { ...problem, keyword: 'required', field };
  }
  for (const [field, inner] of Object.entries(properties)) {
    if (Object.hasOwn(value, field)) {
      yield* findProblems(inner, value[field], `${path}/${escapeField(field)}`);
    }
  }
}

/** A field as a part of a JSON pointer (RFC 6901, 3). */
const escapeField = (field: string) => field.replaceAll('~', '~0').replaceAll('/', '~1');

function* findProblems(unresolved: Schema, value: unknown, path: string): Generator<Problem> {
  const schema = resolveSchema(unresolved);
  for (const keyword of asserted) {
    const limit = schema[keyword];
    const passes = assertions[keyword] as Passes<unknown>;
    if (limit !== undefined && !passes(value, limit)) {
      yield { keyword, path, schema, value };
    }
  }
  for (const part of schema.allOf ?? []) {
    yield* findProblems(part, value, path);
  }
  if (isJsonObject(value)) {
    yield* findFieldProblems(schema, value, path);
  } else if (Array.isArray(value) && schema.items !== undefined) {
    for (const [index, item] of value.entries()) {
      yield* findProblems(schema.items, item, `${path}/${index}`);
    }
  }
}

/** Finds the first problem of a value; nothing when it fits the schema. */
export function findProblem(schema: Schema, value: unknown, path = ''): Problem | undefined {
  return findProblems(schema, value, path).next().value ?? undefined;
}
