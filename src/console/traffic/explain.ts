import { openPoints } from '../../document/open-points.js';
import type { Exchange, Note, OpenPoint } from '../types.js';

/** One reason for an answer. */
export interface Reason {
  readonly text: string;
  /** The section of the document that it is about. */
  readonly section?: string;
  /** The open point whose choice decided. */
  readonly point?: OpenPoint;
}

function describeSource({ rule, headers, query }: Exchange): string {
  if (rule !== undefined) {
    return `The rule ${rule}`;
  }
  return headers.prefer === undefined
    ? `The query ${query} of the request`
    : `The header Prefer: ${headers.prefer} of the request`;
}

function explainNote(note: Note, exchange: Exchange): Reason {
  switch (note.kind) {
    case 'open': {
      const { point, choice, section } = note;
      const { silent } = openPoints[point];
      return {
        text: `The document is silent on ${silent}. The choice is ${choice}.`,
        section,
        point,
      };
    }
    case 'scenario': {
      const promise = note.beyond ? 'beyond the document' : 'which the document lists';
      return { text: `${describeSource(exchange)} forced ${note.applied}, ${promise}.` };
    }
    case 'deprecated':
      return { text: `The operation ${note.operation} is deprecated.`, section: note.section };
    case 'violation':
      return { text: 'The request violates the document.', section: note.section };
    case 'refused':
      return { text: `The simulator refused the request (${note.code}).` };
  }
}

/** Why the simulator answered as it did. */
export function explain(exchange: Exchange): readonly Reason[] {
  const { notes, rule, message } = exchange;
  const reasons = notes.map((note) => explainNote(note, exchange));
  if (rule !== undefined && !notes.some(({ kind }) => kind === 'scenario')) {
    reasons.push({ text: `The rule ${rule} applied.` });
  }
  if (message !== undefined) {
    reasons.push({ text: message });
  }
  return reasons.length > 0
    ? reasons
    : [{ text: 'The document promises this answer: no choice and no rule is behind it.' }];
}
