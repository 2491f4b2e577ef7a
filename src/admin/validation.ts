import { SimulatorError } from '../engine/interface/errors.js';
import { describeValue, quote, shorten } from '../engine/interface/format.js';
import { type JsonValue, readJsonValue } from '../engine/interface/json.js';
import { type AdminRequest, checkSize, isStreamed } from './call.js';
import { document } from './generated/document.js';
import { validators } from './generated/validators.js';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly description?: string;
}

interface ParameterSchema extends Schema {
  readonly type?: string;
}

interface SpecOperation {
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly schema?: ParameterSchema;
  }[];
  readonly requestBody?: { readonly required?: boolean };
  readonly responses: Readonly<Record<string, unknown>>;
}
type SpecPaths = Readonly<Record<string, Readonly<Record<string, SpecOperation>>>>;

/** A problem as ajv reports it. */
interface Problem {
  readonly keyword: string;
  readonly instancePath: string;
  /** Which of them there are depends on the keyword. */
  readonly params: {
    readonly type: string | readonly string[];
    readonly allowedValues: readonly string[];
    readonly allowedValue: unknown;
    readonly limit: number;
    readonly additionalProperty?: string;
    readonly unevaluatedProperty: string;
    readonly missingProperty: string;
  };
  readonly parentSchema?: Schema;
  readonly data?: unknown;
}

interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly Problem[] | null;
}

const compiled = validators as unknown as Readonly<Record<string, Validate>>;

const malformed = (message: string) => new SimulatorError('bad_request', message);

function resolve({ $ref }: Schema): Schema {
  const name = $ref?.split('/').pop() ?? '';
  return (document.components.schemas as Readonly<Record<string, Schema>>)[name] ?? {};
}

/** The names of all fields of a schema, including those of the schemas that it is made of. */
function listFields(schema: Schema): string[] {
  const parts = [...(schema.allOf ?? []), ...(schema.$ref === undefined ? [] : [resolve(schema)])];
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap(listFields)];
}

const typeNames: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function describeExpected({ keyword, params, parentSchema, data }: Problem): string {
  const types = [params.type].flat();
  switch (keyword) {
    case 'type':
      return typeof data === 'bigint' && types.includes('integer')
        ? `between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
        : types.map((type) => typeNames[type] ?? type).join(' or ');
    case 'enum':
      return `one of ${params.allowedValues.map(String).join(', ')}`;
    case 'const':
      return String(params.allowedValue);
    case 'minimum':
      return `at least ${params.limit}`;
    case 'maximum':
      return `at most ${params.limit}`;
    case 'maxItems':
      return `an array of at most ${params.limit} items`;
    default:
      return ((parentSchema ?? {}) as Schema).description ?? keyword;
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

function capitalize(text: string): string {
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

function describeProblem(what: string, error: Problem): string {
  const { keyword, params, instancePath, parentSchema, data } = error;
  const place = formatPlace(what, instancePath);
  const fields = () => listFields(parentSchema as Schema).join(', ');
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const unknown: string = params.additionalProperty ?? params.unevaluatedProperty;
      return describeUnknownField(place, unknown, listFields(parentSchema as Schema));
    }
    case 'required':
      return `${params.missingProperty} is required in ${place}.`;
    case 'minProperties':
      return `${capitalize(place)} is empty. Set at least one of ${fields()}.`;
    default: {
      const got = typeof data === 'bigint' ? shorten(String(data)) : describeValue(data);
      return `${capitalize(place)} must be ${describeExpected(error)}; got ${got}.`;
    }
  }
}

type Pointer = readonly (string | number)[];

/** Finds the problem of a value; nothing when it fits a schema of spec/admin.openapi.yaml. */
function findProblem(pointer: Pointer, value: unknown): Problem | undefined {
  const parts = pointer.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
  const validate: Validate | undefined = compiled[parts.join('/')];
  if (validate === undefined) {
    throw new Error(`There is no validator for ${parts.join('/')} of spec/admin.openapi.yaml.`);
  }
  return validate(value) ? undefined : validate.errors?.[0];
}

/**
 * Checks a JSON value by a schema of spec/admin.openapi.yaml.
 *
 * @param what names the value in messages: `the body`
 * @param path where the value is within what is named: `/pets/7`
 * @throws {SimulatorError} when it doesn't fit
 */
export function checkValue(pointer: Pointer, what: string, value: unknown, path = ''): void {
  const problem = findProblem(pointer, value);
  if (problem !== undefined) {
    const instancePath = `${path}${problem.instancePath}`;
    throw malformed(describeProblem(what, { ...problem, instancePath }));
  }
}

/** The value that a text stands for where a schema has a type other than string. */
function readText(text: string, { type, $ref }: ParameterSchema): unknown {
  const { type: resolved } = $ref === undefined ? { type } : (resolve({ $ref }) as ParameterSchema);
  if (resolved === 'integer' && /^-?\d{1,15}$/.test(text)) {
    return Number(text);
  }
  return resolved === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

function readBody(text: string, required: boolean): JsonValue | undefined {
  if (text === '' && !required) {
    return undefined;
  }
  try {
    return readJsonValue(text);
  } catch (error) {
    const reason = text === '' ? 'it is empty' : (error as Error).message;
    throw malformed(`The body must be JSON: ${reason}. /__admin/openapi.json describes it.`);
  }
}

function readQuery(
  sent: URLSearchParams,
  { parameters = [] }: SpecOperation,
  pointer: Pointer,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, text] of sent) {
    const index = parameters.findIndex((one) => one.name === name && one.in === 'query');
    if (index < 0) {
      const known = parameters.filter((one) => one.in === 'query').map((one) => one.name);
      throw malformed(
        `The query parameter ${quote(name)} is unknown. Known parameters: ${[...known, 'sandbox'].join(', ')}.`,
      );
    }
    if (Object.hasOwn(query, name)) {
      throw malformed(`The query parameter ${name} was sent more than once. Send it once.`);
    }
    const value = readText(text, parameters[index]?.schema ?? {});
    checkValue([...pointer, 'parameters', index, 'schema'], `the query parameter ${name}`, value);
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
  const name = method.toLowerCase();
  const operation = (document.paths as unknown as SpecPaths)[path]?.[name] as SpecOperation;
  const pointer = ['paths', path, name];
  const query = readQuery(request.query, operation, pointer);
  const { requestBody, responses } = operation;
  // What isn't text is a stream, which its handler reads.
  const text = typeof request.body === 'string' && !isStreamed(method, path) ? request.body : '';
  if (requestBody === undefined && text !== '') {
    throw malformed(`${method} /__admin${path} takes no body. Send none.`);
  }
  checkSize(new TextEncoder().encode(text).length);
  const required = requestBody?.required === true && !isStreamed(method, path);
  const body = requestBody && readBody(text, required);
  if (body !== undefined) {
    const schema = [...pointer, 'requestBody', 'content', 'application/json', 'schema'];
    checkValue(schema, 'the body', body);
  }
  const status = Number(Object.keys(responses).find((code) => code.startsWith('2')));
  return { status, query, body };
}
