import type { Notes } from '../choices/notes.js';
import { type ChoiceOf, createRejection, type OpenPoint } from '../choices/open-points.js';
import { quote } from '../interface/format.js';
import type { ServiceRequest, ServiceResponse } from '../interface/message.js';
import type { Operation } from '../interface/operations.js';
import type { Change } from '../sandbox/change.js';
import { isTwin } from '../sandbox/preferences.js';
import type { Sandbox } from '../sandbox/sandbox.js';

/** An authenticated request for an operation, in its sandbox. */
export interface Call {
  readonly request: ServiceRequest;
  readonly operation: Operation;
  /** The value of the path parameter, percent-decoded. */
  readonly pathParameter: string;
  readonly query: URLSearchParams;
  /** Read-only: an operation decides, and its changes are applied later. */
  readonly sandbox: Sandbox;
  readonly notes: Notes;
  /** Returns the sandbox's choice for an open point, and notes it. */
  choose<P extends OpenPoint>(point: P): ChoiceOf<P>;
}

/** The decision of an operation: its response, and how the sandbox changes. */
export interface OperationResult extends ServiceResponse {
  readonly changes?: readonly Change[];
}

/** Checks for query parameters that the operation doesn't have: an open point. */
export function checkUnknownQuery(call: Call, known: readonly string[]): void {
  if (call.request.query === '') {
    return;
  }
  for (const name of call.query.keys()) {
    if (known.includes(name) || isTwin(name)) {
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

const createNoFields = () => '';

/** Chooses the function that creates the extra fields of a pet, as JSON text with leading commas. */
export function chooseExtraFields(call: Call): (pet: string) => string {
  if (call.sandbox.choices['extra-response-fields'] === 'none') {
    return createNoFields;
  }
  call.choose('extra-response-fields');
  return createExtraFields;
}
