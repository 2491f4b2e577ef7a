import { outline } from './generated/outline.js';
import type { operations as OperationTypes } from './generated/types.js';

/** The version prefix at the end of the base URL (section 9). */
export const versionPrefix = '/v1';
export const versionSection = '9';

/** `listPets`, `createPet`, `getPet`: the names of the document. */
export type OperationName = keyof OperationTypes;

/** A named response of the spec. */
export interface Example {
  readonly name: string;
  readonly status: number;
  readonly value: unknown;
}

/** An operation as the spec describes it. */
export interface Operation {
  readonly name: OperationName;
  readonly method: string;
  /** Relative to the base URL, as in the document: `/pets/{petId}`. */
  readonly path: string;
  /** The section of the document that describes it. */
  readonly section: string;
  readonly deprecated: boolean;
  /** The day of the operation's removal, at 00:00 UTC (section 9). */
  readonly sunset: Date | undefined;
  /** The statuses the document lists. */
  readonly statuses: readonly number[];
  readonly examples: readonly Example[];
}

interface SpecResponse {
  readonly content: {
    readonly 'application/json': {
      readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    };
  };
}
interface SpecOperation {
  readonly operationId: string;
  readonly 'x-section': string;
  readonly deprecated?: boolean;
  readonly 'x-sunset'?: string;
  readonly responses: Readonly<Record<string, SpecResponse | { readonly $ref: string }>>;
}
/** The parts of an OpenAPI document that describe operations. */
interface SpecDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, SpecOperation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, SpecResponse>> };
}

function readExamples(spec: SpecDocument, operation: SpecOperation): Example[] {
  return Object.entries(operation.responses).flatMap(([status, response]) => {
    const named = '$ref' in response ? response.$ref.split('/').pop() : undefined;
    const resolved = named === undefined ? response : spec.components.responses[named];
    const examples = (resolved as SpecResponse).content['application/json'].examples;
    return Object.entries(examples).map(([name, example]) => ({
      name,
      status: Number(status),
      value: example.value,
    }));
  });
}

function readOperations(spec: SpecDocument): Operation[] {
  return Object.entries(spec.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: operation.operationId as OperationName,
      method: method.toUpperCase(),
      path,
      section: operation['x-section'],
      deprecated: operation.deprecated === true,
      sunset: operation['x-sunset'] ? new Date(operation['x-sunset']) : undefined,
      statuses: Object.keys(operation.responses).map(Number),
      examples: readExamples(spec, operation),
    })),
  );
}

/** The operations of the interface document, in its order. */
export const operations: readonly Operation[] = readOperations(outline as unknown as SpecDocument);
