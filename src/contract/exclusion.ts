import { type OpenPoint, openPoints } from '../document/open-points.js';
import { operations } from '../document/operations.js';
import type { Exchange } from '../engine/exchange.js';
import type { Note } from '../engine/notes.js';

/**
 * The open points whose uses get into a contract, and what it says about them. With any other, the choice
 * decides whether the response is a success or an error, so that the use is left out.
 */
export const promisedPoints: Readonly<Partial<Record<OpenPoint, string>>> = {
  'omitted-status': 'the status, if there is one, is one of the three',
  'list-order': 'nothing about the order',
  'id-scheme': 'the id is an int64',
  'extra-response-fields': 'other fields may be there or not',
  'error-codes': 'the code is a string',
  'unknown-category': 'the request has a category that exists; a rejected one is left out',
};

/** The sections that a request violates when the document promises the status of its response. */
const promisedViolations: Readonly<Record<string, number>> = { '5': 401, '4.2': 400 };

function describeNote(note: Note, { operation, status }: Exchange): string | undefined {
  switch (note.kind) {
    case 'open': {
      const { point, section } = note;
      const isRejected = point === 'unknown-category' && status >= 300;
      const getsIn = promisedPoints[point] !== undefined && !isRejected;
      return getsIn
        ? undefined
        : `the document is silent on ${openPoints[point].silent} (section ${section}, ${point})`;
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
    case 'refused':
      return `the simulator refused the request (${note.code})`;
    case 'deprecated':
      return undefined;
  }
}

/** The most telling reason comes first. */
const reasonKinds: readonly Note['kind'][] = ['refused', 'scenario', 'open', 'violation'];

function describeNotes(exchange: Exchange): string | undefined {
  for (const kind of reasonKinds) {
    for (const note of exchange.notes) {
      const reason = note.kind === kind ? describeNote(note, exchange) : undefined;
      if (reason !== undefined) {
        return reason;
      }
    }
  }
  return undefined;
}

/** Describes why an exchange is no use that the document promises; undefined when it is one. */
export function describeExclusion(exchange: Exchange): string | undefined {
  const { operation, method, status } = exchange;
  const reason = describeNotes(exchange);
  if (reason !== undefined) {
    return reason;
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
