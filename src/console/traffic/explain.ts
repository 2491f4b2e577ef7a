import { type OpenPoint, openPoints } from '../../engine/choices/open-points.js';
import type { Schemas } from '../api.js';
import type { Exchange } from '../events.js';

/** One reason for an answer. */
export interface Reason {
  readonly text: string;
  /** The section of the document that it is about. */
  readonly section?: string | undefined;
  /** The open point whose choice decided. */
  readonly point?: string;
}

type Note = Schemas['Note'];

function describeSource({ rule, headers, query }: Exchange): string {
  if (rule !== undefined) {
    return `The rule ${rule}`;
  }
  return headers.prefer === undefined
    ? `The query ${query} of the request`
    : `The header Prefer: ${headers.prefer} of the request`;
}

function explainNote(note: Note, exchange: Exchange): Reason {
  const { section } = note;
  switch (note.kind) {
    case 'open': {
      const { silent } = openPoints[note.point as OpenPoint] ?? {};
      const point = note.point ?? '';
      const text = `The document is silent on ${silent ?? point}. The choice is ${note.choice}.`;
      return { text, section, point };
    }
    case 'scenario': {
      const promise = note.beyond ? 'beyond the document' : 'which the document lists';
      return { text: `${describeSource(exchange)} forced ${note.applied}, ${promise}.` };
    }
    case 'deprecated':
      return { text: `The operation ${note.operation} is deprecated.`, section };
    case 'violation':
      return {
        text: `The request violates the document. ${exchange.message ?? ''}`.trim(),
        section,
      };
    case 'refused':
      return {
        text: `The simulator refused the request (${note.code}). ${exchange.message ?? ''}`.trim(),
      };
  }
}

/** Why the simulator answered as it did. */
export function explain(exchange: Exchange): readonly Reason[] {
  const reasons = exchange.notes.map((note) => explainNote(note, exchange));
  const isForced = exchange.notes.some(({ kind }) => kind === 'scenario');
  const hasMessage = exchange.notes.some(({ kind }) => kind === 'violation' || kind === 'refused');
  if (exchange.rule !== undefined && !isForced) {
    reasons.push({ text: `The rule ${exchange.rule} applied.` });
  }
  if (exchange.message !== undefined && !hasMessage) {
    reasons.push({ text: exchange.message });
  }
  return reasons.length > 0
    ? reasons
    : [{ text: 'The document promises this answer: no choice and no rule is behind it.' }];
}
