import type { SimulatorErrorCode } from '../document/errors.js';
import { type OpenPoint, openPointNames, openPoints } from '../document/open-points.js';
import type { OperationName, Section } from '../document/operations.js';
import type { Forced } from './scenario.js';

/** A statement about one exchange. */
export type Note =
  | {
      readonly kind: 'open';
      readonly point: OpenPoint;
      /** Undefined where the response of another service doesn't show it. */
      readonly choice: string | undefined;
      readonly section: Section;
    }
  | { readonly kind: 'deprecated'; readonly operation: OperationName; readonly section: Section }
  | { readonly kind: 'violation'; readonly section: Section }
  | {
      /** A response of another service contradicts the document. */
      readonly kind: 'mismatch';
      readonly section: Section;
      readonly expected: string;
      readonly received: string;
    }
  | (Forced & { readonly kind: 'scenario'; readonly applied: string; readonly beyond: boolean })
  | { readonly kind: 'refused'; readonly code: SimulatorErrorCode };

/** The kinds of notes that report a dependency or mistake of the client, or a mistake of the service. */
export const findingKinds = ['open', 'deprecated', 'violation', 'mismatch'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Notes that a test can allow: all of a kind, or a single open point. */
export const allowableNotes = [...findingKinds, ...openPointNames] as const;
export type AllowedNote = (typeof allowableNotes)[number];

/** True if the client's request hits an open point. The look of any response, such as its order, is no such case. */
export const isByRequest = (note: Note): note is Extract<Note, { readonly kind: 'open' }> =>
  note.kind === 'open' && !('isUnavoidable' in openPoints[note.point]);

export function isAllowed(note: Note, allow: readonly string[]): boolean {
  return allow.includes(note.kind) || (note.kind === 'open' && allow.includes(note.point));
}

/** Writes a note as a member of a structured list (RFC 9651): `open;point=list-order;choice=…`. */
function writeNote(note: Note): string {
  switch (note.kind) {
    case 'open':
      return `open;point=${note.point}${note.choice ? `;choice=${note.choice}` : ''};section="${note.section}"`;
    case 'deprecated':
      return `deprecated;operation=${note.operation};section="${note.section}"`;
    case 'violation':
    case 'mismatch':
      return `${note.kind};section="${note.section}"`;
    case 'scenario':
      return `scenario;applied="${note.applied}"${note.beyond ? ';beyond' : ''}`;
    case 'refused':
      return `refused;code=${note.code}`;
  }
}

/** Writes the value of the header `Simulator-Notes`; empty when there are no notes. */
export function writeNotes(notes: readonly Note[]): string {
  return notes.map(writeNote).join(', ');
}
