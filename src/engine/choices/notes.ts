import { type Operation, type OperationName, operations } from '../interface/operations.js';
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

/** The texts of the notes that recur. */
const texts = new WeakMap<Note, string>();

/** Keeps a note that recurs: creating and writing it for each exchange takes a tenth of its time. */
function share<Shared extends Note>(note: Shared): Shared {
  texts.set(note, formatNote(note));
  return Object.freeze(note);
}

function shareOpenNotes(point: OpenPoint): ReadonlyMap<string, Note> {
  const { choices, section } = openPoints[point];
  return new Map(
    choices.map((choice) => [choice, share({ kind: 'open', point, choice, section })]),
  );
}

const openNotes = new Map(openPointNames.map((point) => [point, shareOpenNotes(point)]));
const deprecatedNotes = new Map<OperationName, Note>(
  operations
    .filter(({ deprecated }) => deprecated)
    .map(({ name, section }) => [name, share({ kind: 'deprecated', operation: name, section })]),
);
/** By section, each kept when it is first violated. */
const violationNotes = new Map<string, Note>();

/** The notes of one exchange, without repetitions. */
export class Notes {
  readonly #notes: Note[] = [];

  /** Returns the choice for an open point and notes it: every choice that shows in a response. */
  choose<P extends OpenPoint>(point: P, choices: Choices): Choices[P] {
    const choice = choices[point];
    this.#add(openNotes.get(point)?.get(choice));
    return choice;
  }

  /** Notes that the request violates a section of the document. */
  violation(section: string): void {
    let note = violationNotes.get(section);
    if (note === undefined) {
      note = share({ kind: 'violation', section });
      violationNotes.set(section, note);
    }
    this.#add(note);
  }

  /** Notes the use of a deprecated operation. */
  operation({ name }: Operation): void {
    this.#add(deprecatedNotes.get(name));
  }

  /** Notes a forced response. */
  scenario(applied: string, beyond: boolean): void {
    this.#notes.push({ kind: 'scenario', applied, beyond });
  }

  list(): readonly Note[] {
    return this.#notes;
  }

  /** A note that recurs is one object, so it is found as such. */
  #add(note: Note | undefined): void {
    if (note !== undefined && !this.#notes.includes(note)) {
      this.#notes.push(note);
    }
  }
}

function formatNote(note: Note): string {
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

/** Writes a note as a member of a structured list (RFC 9651): `open;point=list-order;choice=…`. */
export function writeNote(note: Note): string {
  return texts.get(note) ?? formatNote(note);
}
