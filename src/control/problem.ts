import type { ErrorObject } from 'ajv';
import { describe, shorten } from '../engine/service/wording.js';
import { document } from './generated/document.js';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly description?: string;
}

function resolve({ $ref }: Schema): Schema {
  const name = $ref?.split('/').pop() ?? '';
  return (document.components.schemas as Readonly<Record<string, Schema>>)[name] ?? {};
}

/** The names of all fields that a schema knows, those of the schemas that it is made of included. */
function knownFields(schema: Schema): string[] {
  const parts = [...(schema.allOf ?? []), ...(schema.$ref === undefined ? [] : [resolve(schema)])];
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap(knownFields)];
}

const kinds: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function expectation({ keyword, params, parentSchema, data }: ErrorObject): string {
  const { description } = (parentSchema ?? {}) as Schema;
  switch (keyword) {
    case 'type':
      if (typeof data === 'bigint' && [params.type].flat().includes('integer')) {
        return `at most ${Number.MAX_SAFE_INTEGER} either way`;
      }
      return [params.type]
        .flat()
        .map((type) => kinds[type] ?? type)
        .join(' or ');
    case 'enum':
      return `one of ${params.allowedValues.join(', ')}`;
    case 'const':
      return String(params.allowedValue);
    case 'minimum':
      return `at least ${params.limit}`;
    case 'maximum':
      return `at most ${params.limit}`;
    case 'maxItems':
      return `an array of at most ${params.limit}`;
    default:
      return description ?? keyword;
  }
}

/** `/match/query` of `The body` is `match.query of the body`. */
function place(what: string, path: string): string {
  const field = path
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
  return field === '' ? what : `${field} of ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
}

const came = (value: unknown) =>
  typeof value === 'bigint' ? shorten(String(value)) : describe(value);

/** A problem that validation found, as a sentence. */
export function describeProblem(what: string, error: ErrorObject): string {
  const { keyword, params, instancePath, parentSchema, data } = error;
  const where = place(what, instancePath);
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const unknown = params.additionalProperty ?? params.unevaluatedProperty;
    const known = knownFields(parentSchema as Schema).join(', ');
    const legal = known === '' ? 'It has none.' : `Known are ${known}.`;
    return `${where} says ${JSON.stringify(shorten(unknown))}, which is not known. ${legal}`;
  }
  if (keyword === 'required') {
    return `${where} lacks ${params.missingProperty}. Say it.`;
  }
  if (keyword === 'minProperties') {
    return `${where} says nothing. Say one of ${knownFields(parentSchema as Schema).join(', ')}.`;
  }
  return `${where} must be ${expectation(error)}, and ${came(data)} came.`;
}
