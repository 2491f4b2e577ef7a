import { outline } from './generated/outline.js';

/** The version prefix at the end of the base URL (section 9). */
export const versionPrefix = '/v1';
export const versionSection = '9';

/** `listPets`, `createPet`, `getPet`: the names of the document. */
export type OperationName = 'listPets' | 'createPet' | 'getPet';

/** A named response of the spec. */
export interface Example {
  readonly name: string;
  readonly status: number;
  readonly value: unknown;
}

/** The parts of the OpenAPI document that describe an operation. */
interface SpecOperation {
  readonly operationId: OperationName;
  readonly 'x-section': string;
  readonly deprecated?: boolean;
  readonly 'x-sunset'?: string;
  readonly responses: Readonly<Record<string, SpecResponse | { readonly $ref: string }>>;
}

interface SpecResponse {
  readonly content: {
    readonly 'application/json': {
      readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    };
  };
}

const named: Readonly<Record<string, SpecResponse>> = outline.components.responses;

function readExamples({ responses }: SpecOperation): Example[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const resolved = '$ref' in response ? named[response.$ref.split('/').pop() ?? ''] : response;
    const { examples = {} } = resolved?.content['application/json'] ?? {};
    return Object.entries(examples).map(([name, { value }]) => ({
      name,
      status: Number(status),
      value,
    }));
  });
}

function readOperation(method: string, path: string, operation: SpecOperation) {
  return {
    name: operation.operationId,
    method: method.toUpperCase(),
    /** Relative to the base URL, as in the document: `/pets/{petId}`. */
    path,
    /** The section of the document that describes it. */
    section: operation['x-section'],
    deprecated: operation.deprecated === true,
    /** The day of the operation's removal, at 00:00 UTC (section 9). */
    sunset: operation['x-sunset'] ? new Date(operation['x-sunset']) : undefined,
    /** The statuses the document lists. */
    statuses: Object.keys(operation.responses).map(Number),
    examples: readExamples(operation),
  };
}

/** An operation as the spec describes it. */
export type Operation = Readonly<ReturnType<typeof readOperation>>;

/** The operations of the interface document, in its order. */
export const operations: readonly Operation[] = Object.entries(outline.paths).flatMap(
  ([path, item]) =>
    Object.entries(item as Readonly<Record<string, SpecOperation>>).map(([method, operation]) =>
      readOperation(method, path, operation),
    ),
);
