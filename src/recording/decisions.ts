import type { Note } from '../engine/choices/notes.js';
import { type OpenPoint, openPoints } from '../engine/choices/open-points.js';
import { operations } from '../engine/interface/operations.js';
import type { Outcome } from '../engine/sandbox/journal-entry.js';

/** Whether a use that depends on an open point gets into the contract. */
interface PointDecision {
  /** `success`: only if the response is one. */
  readonly getsIn: 'always' | 'success' | 'never';
  /** What the contract says about it. */
  readonly contract: string;
}

/** The document promises the response, whatever the choice. */
const promised = (contract: string): PointDecision => ({ getsIn: 'always', contract });
/** The choice decides whether the response is a success or an error. */
const left: PointDecision = { getsIn: 'never', contract: 'nothing: the use is left out' };

/** The one place that decides which uses of open points a contract has. */
export const pointDecisions: Readonly<Record<OpenPoint, PointDecision>> = {
  'omitted-status': promised('the status, if there is one, is one of the three'),
  'list-order': promised('nothing about the order'),
  'id-scheme': promised('the id is an int64'),
  'extra-response-fields': promised('other fields may be there or not'),
  'error-codes': promised('the code is a string'),
  'unknown-category': {
    getsIn: 'success',
    contract: 'the request has a category that exists; a rejected one is left out',
  },
  'limit-out-of-range': left,
  'limit-malformed': left,
  'unknown-status-filter': left,
  'unknown-query': left,
  'unknown-field': left,
  'malformed-pet-id': left,
  'empty-name': left,
  'media-type': left,
  'after-sunset': left,
};

/** The sections that a request violates when the document promises the status of its response. */
const promisedViolations: Readonly<Record<string, number>> = { '5': 401, '4.2': 400 };

function describeNote(note: Note, { operation, status }: Outcome): string | undefined {
  switch (note.kind) {
    case 'open': {
      const { getsIn } = pointDecisions[note.point];
      const { silent } = openPoints[note.point];
      return getsIn === 'always' || (getsIn === 'success' && status < 300)
        ? undefined
        : `the document is silent on ${silent} (section ${note.section}, ${note.point})`;
    }
    case 'scenario': {
      // One reason for all delays.
      const scenario = note.applied.replace(/^delay=.*/, 'delay');
      return note.beyond ? `the scenario ${scenario} is beyond the document` : undefined;
    }
    case 'violation':
      return operation === undefined || promisedViolations[note.section] === status
        ? undefined
        : `the request violates section ${note.section} of the document`;
    case 'deprecated':
    case 'refused':
      return undefined;
  }
}

/** The most telling reason comes first. */
const reasonKinds: readonly Note['kind'][] = ['scenario', 'open', 'violation'];

/** Describes why an exchange is no use that the document promises; undefined when it is one. */
export function describeExclusion(outcome: Outcome, method: string): string | undefined {
  const { operation, status, refusal, notes } = outcome;
  if (refusal !== undefined) {
    return `the simulator refused the request (${refusal})`;
  }
  const reasons = notes.map((note) => ({ ...note, reason: describeNote(note, outcome) }));
  const found = reasonKinds.flatMap((kind) =>
    reasons.flatMap((note) => (note.kind === kind && note.reason ? [note.reason] : [])),
  );
  if (found[0] !== undefined) {
    return found[0];
  }
  if (operation === undefined) {
    return 'the document has no such path and method';
  }
  if (method === 'HEAD') {
    return 'the document has no method HEAD';
  }
  const { statuses = [] } = operations.find(({ name }) => name === operation) ?? {};
  return statuses.includes(status)
    ? undefined
    : `the document lists no response ${status} for ${operation}`;
}
