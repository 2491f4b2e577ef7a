import { quote } from '../../document/format.js';
import type { ServiceRequest, ServiceResponse } from '../../document/message.js';
import { type ChoiceOf, createRejection, type OpenPoint } from '../../document/open-points.js';
import type { Operation } from '../../document/operations.js';
import { isSimulatorParameter } from '../preferences.js';
import type { Sandbox } from '../sandbox.js';

/** An admitted request for an operation, in its sandbox. */
export interface Call {
  readonly request: ServiceRequest;
  readonly operation: Operation;
  /** The value of the path parameter, percent-decoded. */
  readonly pathParameter: string;
  readonly query: URLSearchParams;
  readonly sandbox: Sandbox;
  /** By the real clock, in milliseconds since 1970. */
  readonly time: number;
  /** Returns the sandbox's choice for an open point, and notes it. */
  choose<P extends OpenPoint>(point: P): ChoiceOf<P>;
  /** Notes that the request violates a section of the document. */
  noteViolation(section: string): void;
}

/** Does what an operation describes. */
export type OperationHandler = (call: Call) => ServiceResponse;

/** Checks for query parameters that the operation doesn't have: an open point. */
export function checkUnknownQuery(call: Call, known: readonly string[]): void {
  for (const name of call.query.keys()) {
    if (known.includes(name) || isSimulatorParameter(name)) {
      continue;
    }
    if (call.choose('unknown-query') === 'reject') {
      const { name: operation, section } = call.operation;
      const expected =
        known.length === 0
          ? 'has no query parameters'
          : `has the query parameters ${known.join(', ')}`;
      throw createRejection(
        'unknown-query',
        `${operation} ${expected} (section ${section}); got ${quote(name)}. Leave it out.`,
      );
    }
  }
}

/** Fields that the document doesn't have, of the kind that services tend to add. */
const extraFields = [
  { key: '"createdAt":', value: '"2030-01-01T00:00:00Z"' },
  { key: '"tags":', value: '["simulated"]' },
];

function createExtraFields(pet: string): string {
  // A body may have added such a field (unknown-field=echo).
  const missing = extraFields.filter(({ key }) => !pet.includes(key));
  return missing.map(({ key, value }) => `,${key}${value}`).join('');
}

/**
 * Chooses the function that creates the extra fields of a pet, as JSON text with leading commas; undefined
 * for none.
 */
export function chooseExtraFields(call: Call): ((pet: string) => string) | undefined {
  if (call.sandbox.settings.choices['extra-response-fields'] === 'none') {
    return undefined;
  }
  call.choose('extra-response-fields');
  return createExtraFields;
}
