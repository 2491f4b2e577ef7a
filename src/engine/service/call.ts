import type { Header, ServiceRequest } from '../message.js';
import type { Notes } from '../simulation/notes.js';
import type { Sandbox } from '../simulation/sandbox.js';
import type { ChoiceOf, OpenPoint } from './open-points.js';
import type { Operation } from './operations.js';
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
