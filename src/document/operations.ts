import { decodePercent } from '../base/text.js';
import type { sections } from './generated/sections.js';
import { spec } from './generated/spec.js';
import type {
  Method,
  OperationName,
  QueryParameters,
  ResourcePath,
  Statuses,
} from './generated/types.js';

/** The query of listPets, the only operation that has one. */
export type { OperationName, QueryParameters as PageQuery, ResourcePath, Statuses };
/** Refuses an object that leaves out a parameter of the spec. */
export type EveryParameter = Record<keyof QueryParameters, unknown>;
export type Status = Statuses[OperationName];
export type ErrorStatus = { [S in Status]: `${S}` extends `2${string}` ? never : S }[Status];

/** The number of a section, as people read it. */
export type Section = (typeof sections)[keyof typeof sections];

/** The version prefix at the end of the base URL (section 9). */
export const versionPrefix = '/v1';

/** The schemas of responses' bodies. */
export type BodySchema = 'Pets' | 'Pet' | 'Error';

/** The parts of the OpenAPI document that describe an operation. */
interface SpecOperation {
  readonly operationId: OperationName;
  readonly 'x-section': Section;
  readonly deprecated?: boolean;
  readonly 'x-sunset'?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, SpecResponse | { readonly $ref: string }>>;
}

interface SpecResponse {
  readonly content?: {
    readonly 'application/json': {
      readonly schema: { readonly $ref: `#/components/schemas/${BodySchema}` };
      readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    };
  };
}

const named: Readonly<Record<string, SpecResponse>> = spec.components.responses;

const getName = ($ref: string) => $ref.split('/').pop() ?? '';

function readResponses({ responses }: SpecOperation) {
  return Object.entries(responses).map(([text, response]) => {
    const resolved = '$ref' in response ? named[getName(response.$ref)] : response;
    const { schema, examples = {} } = resolved?.content?.['application/json'] ?? {};
    const status = Number(text) as Status;
    return {
      status,
      schema: schema && (getName(schema.$ref) as BodySchema),
      examples: Object.entries(examples).map(([name, { value }]) => ({ name, status, value })),
    };
  });
}

function readOperation(method: string, path: string, operation: SpecOperation) {
  const responses = readResponses(operation);
  return {
    name: operation.operationId,
    method: method.toUpperCase() as Method,
    /** Relative to the base URL, as in the document: `/pets/{petId}`. */
    path: path as ResourcePath,
    section: operation['x-section'],
    deprecated: operation.deprecated === true,
    /** The day of the operation's removal, at 00:00 UTC (section 9). */
    sunset: operation['x-sunset'] ? new Date(operation['x-sunset']) : undefined,
    queryParameters: (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name),
    hasRequestBody: operation.requestBody !== undefined,
    statuses: responses.map(({ status }) => status as number),
    /** The schema of each response's body; undefined for one without. */
    schemas: Object.fromEntries(responses.map(({ status, schema }) => [status, schema])),
    examples: responses.flatMap(({ examples }) => examples),
  };
}

export type Operation = Readonly<ReturnType<typeof readOperation>>;
export type Example = Operation['examples'][number];

/** The operations of the interface document, in its order. */
export const operations: readonly Operation[] = Object.entries(spec.paths).flatMap(([path, item]) =>
  Object.entries(item as Readonly<Record<string, SpecOperation>>).map(([method, operation]) =>
    readOperation(method, path, operation),
  ),
);

export const operationsByName = Object.fromEntries(
  operations.map((operation) => [operation.name, operation]),
) as Readonly<Record<OperationName, Operation>>;

export interface Resource {
  /** The path in the document; undefined for a path that it doesn't have. */
  readonly resource?: ResourcePath | undefined;
  /** The path parameter, percent-decoded; empty if there is none. */
  readonly petId: string;
}

/** Parses a path below the base URL, such as `/pets/5`. */
export function parseResource(path: string): Resource {
  const [start, pets = '', petId, ...rest] = path.split('/', 4);
  if (start !== '' || decodePercent(pets) !== 'pets' || petId === '' || rest.length > 0) {
    return { petId: '' };
  }
  return petId === undefined
    ? { resource: '/pets', petId: '' }
    : { resource: '/pets/{petId}', petId: decodePercent(petId) };
}

/** Lists the methods of a path for the header `Allow` (RFC 9110, 10.2.1); none if it has no resource. */
export function listMethods(resource: ResourcePath | undefined): string[] {
  const methods: string[] = operations
    .filter(({ path }) => path === resource)
    .map(({ method }) => method);
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return methods.length === 0 ? [] : [...methods, ...head, 'OPTIONS'];
}

/** True of methods that change no pets (RFC 9110, section 9.2.1). */
export const isSafe = (method: string): boolean => /^(?:GET|HEAD|OPTIONS)$/.test(method);

/** Finds the operation of a request; HEAD is GET without the body. */
export function findOperation(
  resource: ResourcePath | undefined,
  method: string,
): Operation | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return operations.find((one) => one.path === resource && one.method === wanted);
}
