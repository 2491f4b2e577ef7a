import type { Note } from '../engine/choices/notes.js';
import { type OpenPoint, openPoints } from '../engine/choices/open-points.js';
import { operations } from '../engine/interface/operations.js';
import type { Outcome } from '../engine/sandbox/journal-entry.js';

/**
 * When a use that depends on an open point gets into the contract. `always`: the document promises the
 * response, and the contract says nothing about what is open. `never`: it depends on the choice whether the
 * response is a success or an error. `success`: the contract sends another value, with which the document
 * promises the success.
 */
export const pointDecisions: Readonly<Record<OpenPoint, 'always' | 'success' | 'never'>> = {
  // The contract checks a status only where there is one.
  'omitted-status': 'always',
  'list-order': 'always',
  'id-scheme': 'always',
  'extra-response-fields': 'always',
  'error-codes': 'always',
  // The contract sends a category that exists.
  'unknown-category': 'success',
  'limit-out-of-range': 'never',
  'limit-malformed': 'never',
  'unknown-status-filter': 'never',
  'unknown-query': 'never',
  'unknown-field': 'never',
  'malformed-pet-id': 'never',
  'empty-name': 'never',
  'media-type': 'never',
  'after-sunset': 'never',
};

/** The sections that a request violates when the document promises the status of its response. */
const promisedViolations: Readonly<Record<string, number>> = { '5': 401, '4.2': 400 };

function describeNote(note: Note, { operation, status }: Outcome): string | undefined {
  switch (note.kind) {
    case 'open': {
      const decision = pointDecisions[note.point];
      const { silent } = openPoints[note.point];
      return decision === 'always' || (decision === 'success' && status < 300)
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
