import type { Operation, OperationName } from '../interface/operations.js';
import { type Choices, type OpenPoint, openPointNames, openPoints } from './open-points.js';

/** A statement about one exchange. */
export type Note =
  | {
      readonly kind: 'open';
      readonly point: OpenPoint;
      readonly choice: string;
      readonly section: string;
    }
  | { readonly kind: 'deprecated'; readonly operation: OperationName; readonly section: string }
  | { readonly kind: 'violation'; readonly section: string }
  | { readonly kind: 'scenario'; readonly applied: string; readonly beyond: boolean };

/** The kinds of notes that report a dependency or mistake of the client. */
export const findingKinds = ['open', 'deprecated', 'violation'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** What a test can allow: all notes of a kind, or a single open point. */
export const allowableNotes = [...findingKinds, ...openPointNames] as const;
export type AllowedNote = (typeof allowableNotes)[number];

/** The notes of one exchange, without repetitions. */
export class Notes {
  readonly #notes: Note[] = [];

  /** Returns the choice for an open point and notes it: every choice that shows in a response. */
  choose<P extends OpenPoint>(point: P, choices: Choices): Choices[P] {
    const choice = choices[point];
    if (!this.#notes.some((note) => note.kind === 'open' && note.point === point)) {
      this.#notes.push({ kind: 'open', point, choice, section: openPoints[point].section });
    }
    return choice;
  }

  /** Notes that the request violates a section of the document. */
  violation(section: string): void {
    if (!this.#notes.some((note) => note.kind === 'violation' && note.section === section)) {
      this.#notes.push({ kind: 'violation', section });
    }
  }

  /** Notes the use of a deprecated operation. */
  operation({ name, deprecated, section }: Operation): void {
    if (deprecated) {
      this.#notes.push({ kind: 'deprecated', operation: name, section });
    }
  }

  /** Notes a forced response. */
  scenario(applied: string, beyond: boolean): void {
    this.#notes.push({ kind: 'scenario', applied, beyond });
  }

  list(): readonly Note[] {
    return this.#notes;
  }
}

/** Writes a note as a member of a structured list (RFC 9651): `open;point=list-order;choice=…`. */
export function writeNote(note: Note): string {
  switch (note.kind) {
    case 'open':
      return `open;point=${note.point};choice=${note.choice};section="${note.section}"`;
    case 'deprecated':
      return `deprecated;operation=${note.operation};section="${note.section}"`;
    case 'violation':
      return `violation;section="${note.section}"`;
    case 'scenario':
      return `scenario;applied="${note.applied}"${note.beyond ? ';beyond' : ''}`;
  }
}
