import type { Notes } from '../choices/notes.js';
import type { ChoiceOf, OpenPoint } from '../choices/open-points.js';
import { rejected } from '../interface/errors.js';
import { quote } from '../interface/format.js';
import type { Header, ServiceRequest } from '../interface/message.js';
import type { Operation } from '../interface/operations.js';
import { isTwin } from '../sandbox/preferences.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Resource } from './route.js';

/** An authenticated request for an operation, in its sandbox. */
export interface Call {
  readonly request: ServiceRequest;
  readonly operation: Operation;
  /** What stands in the path where the document has a parameter, percent-decoded. */
  readonly pathParameter: string;
  readonly query: URLSearchParams;
  readonly sandbox: Sandbox;
  readonly notes: Notes;
  /** Takes the sandbox's choice of an open point, and notes it. */
  choose<P extends OpenPoint>(point: P): ChoiceOf<P>;
}

interface CallParts extends Omit<Call, 'pathParameter' | 'choose'> {
  readonly resource: Resource | undefined;
}

export function callOf(parts: CallParts): Call {
  const { request, operation, resource, query, sandbox, notes } = parts;
  return {
    request,
    operation,
    pathParameter: resource?.pathParameter ?? '',
    query,
    sandbox,
    notes,
    choose: (point) => notes.choose(point, sandbox.choices),
  };
}

/** What an operation answers: JSON text, with headers of its own where it has some. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: readonly Header[];
}

/** Query parameters that the operation doesn't have: an open point. */
export function checkUnknownQuery(call: Call, legal: readonly string[]): void {
  for (const name of call.query.keys()) {
    if (legal.includes(name) || isTwin(name)) {
      continue;
    }
    if (call.choose('unknown-query') === 'reject') {
      const { name: operation, section } = call.operation;
      throw rejected(
        'unknown-query',
        `${quote(name)} is no query parameter of ${operation} (section ${section}; it has ` +
          `${legal.join(' and ') || 'none'}). Leave it out.`,
      );
    }
  }
}

/** Fields that the document doesn't have, of the kind that services like to add. */
const extraFields = [
  { key: '"createdAt":', value: '"2030-01-01T00:00:00Z"' },
  { key: '"tags":', value: '["simulated"]' },
];

function addExtraFields(pet: string): string {
  // One that a body brought with it, and that was given back, isn't said twice.
  const missing = extraFields.filter(({ key }) => !pet.includes(key));
  return `${pet.slice(0, -1)}${missing.map(({ key, value }) => `,${key}${value}`).join('')}}`;
}

/** Pets as the open point `extra-response-fields` says: as they are, or with fields beside. */
export function withExtraFields(call: Call, pets: readonly string[]): readonly string[] {
  if (pets.length === 0 || call.sandbox.choices['extra-response-fields'] === 'none') {
    return pets;
  }
  call.choose('extra-response-fields');
  return pets.map(addExtraFields);
}
