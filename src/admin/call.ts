import { quote } from '../engine/interface/format.js';
import { type JsonValue, readJsonValue } from '../engine/interface/json.js';
import { ControlError } from './errors.js';
import { document } from './generated/document.js';
import type { ControlOperation } from './schemas.js';
import type { Pointer } from './validation.js';

/** A call of the simulator's own interface as plain values. */
export interface ControlRequest {
  readonly method: string;
  /** Below `/__admin`: `/rules/rule-1`. */
  readonly path: string;
  /** Without what selects the sandbox. */
  readonly query: URLSearchParams;
  readonly sandbox: string;
  readonly body: string;
  /** Ends a wait. */
  readonly signal: AbortSignal;
}

/** A call whose operation is known, and whose parts are what the spec says. */
export interface ReadCall {
  readonly operation: ControlOperation;
  readonly status: number;
  readonly sandbox: string;
  readonly parameters: Parameters;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

type Parameters = Readonly<Record<string, string>>;

interface Parameter {
  readonly name?: string;
  readonly in?: string;
}
interface SpecOperation {
  readonly operationId: ControlOperation;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean };
  readonly responses: Readonly<Record<string, unknown>>;
}
type PathItem = Readonly<Record<string, SpecOperation>>;

const paths = Object.entries(document.paths as unknown as Readonly<Record<string, PathItem>>).map(
  ([template, item]) => {
    const pattern = template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    return { template, item, pattern: new RegExp(`^${pattern}/?$`) };
  },
);

function findPath(path: string) {
  for (const { template, item, pattern } of paths) {
    const match = pattern.exec(path);
    if (match !== null) {
      const named = Object.entries(match.groups ?? {});
      const decoded = named.map(([name, text]) => [name, decodeURIComponent(text)]);
      return { template, item, parameters: Object.fromEntries(decoded) as Parameters };
    }
  }
  const known = paths.map(({ template }) => `/__admin${template}`).join(', ');
  throw new ControlError(
    'notFound',
    `${quote(`/__admin${path}`)} is no path of the simulator. There are ${known}.`,
  );
}

/** Which methods a path has; what can be read has HEAD too (RFC 9110, 9.3.2). */
export function methodsOf(path: string): string[] {
  const methods = Object.keys(findPath(path).item).map((method) => method.toUpperCase());
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

function readBody(text: string, required: boolean): JsonValue | undefined {
  if (text === '' && !required) {
    return undefined;
  }
  try {
    return readJsonValue(text);
  } catch (error) {
    const reason = text === '' ? 'it is empty' : (error as Error).message;
    throw new ControlError(
      'malformed',
      `The body must be JSON: ${reason}. /__admin/openapi.json says what it holds.`,
    );
  }
}

function placeOf(parameters: readonly Parameter[], name: string): number {
  const index = parameters.findIndex((one) => one.name === name && one.in === 'query');
  if (index < 0) {
    const known = parameters.filter((one) => one.in === 'query').map((one) => one.name);
    throw new ControlError(
      'malformed',
      `The query parameter ${quote(name)} is not known. Known are ${[...known, 'sandbox'].join(', ')}.`,
    );
  }
  return index;
}

/**
 * Finds the operation of a call and holds its parts to the spec.
 *
 * @throws {ControlError} when there is no such operation, or a part isn't what the spec says
 */
export async function readCall(request: ControlRequest): Promise<ReadCall> {
  const { template, item, parameters } = findPath(request.path);
  const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
  const spec = Object.hasOwn(item, method) ? item[method] : undefined;
  if (spec === undefined) {
    const legal = methodsOf(request.path).join(', ');
    throw new ControlError(
      'methodNotAllowed',
      `/__admin${template} has no ${request.method}. It has ${legal}.`,
    );
  }
  // Loaded when it is needed: a start does without.
  const { checkValue, readText } = await import('./validation.js');
  const at: Pointer = ['paths', template, method];
  const query: Record<string, unknown> = {};
  for (const [name, text] of request.query) {
    const place = placeOf(spec.parameters ?? [], name);
    if (Object.hasOwn(query, name)) {
      throw new ControlError(
        'malformed',
        `The query parameter ${name} came more than once. Send it once.`,
      );
    }
    query[name] = readText(
      [...at, 'parameters', place, 'schema'],
      `The query parameter ${name}`,
      text,
    );
  }
  const { requestBody } = spec;
  if (requestBody === undefined && request.body !== '') {
    throw new ControlError(
      'malformed',
      `${request.method} /__admin${template} takes no body. Say in its path and query what it concerns.`,
    );
  }
  const body = requestBody && readBody(request.body, requestBody.required === true);
  if (body !== undefined) {
    checkValue([...at, 'requestBody', 'content', 'application/json', 'schema'], 'The body', body);
  }
  const { operationId, responses } = spec;
  const status = Number(Object.keys(responses).find((code) => code.startsWith('2')));
  const { sandbox, signal } = request;
  return { operation: operationId, status, sandbox, parameters, query, body, signal };
}
