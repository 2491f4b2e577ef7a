import type { ErrorObject } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describeValue, shorten } from '../engine/interface/format.js';
import { readInt64 } from '../engine/interface/int64.js';
import { readInstant } from '../options/readers.js';
import { ControlError } from './errors.js';
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
  typeof value === 'bigint' ? shorten(String(value)) : describeValue(value);

/** A problem that validation found, as a sentence. */
function describeProblem(what: string, error: ErrorObject): string {
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

function validator(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    verbose: true,
    coerceTypes,
    formats: {
      instant: (text: string) => readInstant(text) !== undefined,
      'int64-digits': (text: string) => readInt64(text) !== undefined,
    },
  });
  return ajv.addSchema(document, 'admin');
}

const [ofBodies, ofTexts] = [validator(false), validator(true)];

function check(validate: ValidateFunction | undefined, what: string, value: unknown): void {
  if (validate === undefined) {
    throw new Error(`spec/admin.openapi.yaml has no schema for ${what}.`);
  }
  const [error] = validate(value) ? [] : (validate.errors ?? []);
  if (error !== undefined) {
    throw new ControlError('malformed', describeProblem(what, error));
  }
}

/** A JSON pointer into spec/admin.openapi.yaml. */
export type Pointer = readonly (string | number)[];

const refOf = (pointer: Pointer) =>
  `admin#/${pointer.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;

/**
 * Holds a JSON value to a schema of spec/admin.openapi.yaml.
 *
 * @param what begins the sentence that says what is wrong: `The body`
 * @throws {ControlError} when it isn't what the schema says
 */
export function checkValue(pointer: Pointer, what: string, value: unknown): void {
  const ref = refOf(pointer);
  check(ofBodies.getSchema(ref), what, value);
}

/** One for each parameter of the spec: ajv keeps every schema that it compiles, and takes its time. */
const textReaders = new Map<string, ValidateFunction>();

function makeTextReader(ref: string): ValidateFunction {
  // What is coerced has to stand in an object.
  const reader = ofTexts.compile({ type: 'object', properties: { value: { $ref: ref } } });
  textReaders.set(ref, reader);
  return reader;
}

/**
 * Reads the text of a parameter as the value that its schema says.
 *
 * @throws {ControlError} when it isn't one
 */
export function readText(pointer: Pointer, what: string, text: string): unknown {
  const ref = refOf(pointer);
  const validate = textReaders.get(ref) ?? makeTextReader(ref);
  const holder = { value: text };
  const [error] = validate(holder) ? [] : (validate.errors ?? []);
  if (error !== undefined) {
    throw new ControlError('malformed', describeProblem(what, { ...error, instancePath: '' }));
  }
  return holder.value;
}
