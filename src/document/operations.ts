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

/** The operations of the interface document, in its order. */
export const operations: readonly Operation[] = Object.entries(outline.paths).flatMap(
  ([path, item]) =>
    Object.entries(item as Readonly<Record<string, SpecOperation>>).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      section: operation['x-section'],
      deprecated: operation.deprecated === true,
      sunset: operation['x-sunset'] ? new Date(operation['x-sunset']) : undefined,
      statuses: Object.keys(operation.responses).map(Number),
      examples: readExamples(operation),
    })),
);
