import type { SimulatorErrorCode } from '../interface/errors.js';
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
  | { readonly kind: 'scenario'; readonly applied: string; readonly beyond: boolean }
  | { readonly kind: 'refused'; readonly code: SimulatorErrorCode };

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

/**
 * A list of notes that is the same object whenever it recurs: creating and writing lists anew takes a tenth
 * of the time of an exchange.
 */
class RecurringNotes {
  readonly notes: readonly Note[];
  readonly text: string;
  /** The lists with one more note. They are few, because a list has a point or section only once. */
  readonly #longer = new Map<Note, RecurringNotes>();

  constructor(notes: readonly Note[]) {
    this.notes = Object.freeze(notes);
    this.text = writeAll(notes);
  }

  add(note: Note): RecurringNotes {
    let longer = this.#longer.get(note);
    if (longer === undefined) {
      longer = new RecurringNotes([...this.notes, note]);
      this.#longer.set(note, longer);
    }
    return longer;
  }
}

const noNotes = new RecurringNotes([]);

/** The notes of one exchange, without repetitions. */
export class Notes {
  #recurring = noNotes;
  /** All notes, if one of them does not recur. */
  #own: Note[] | undefined;

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
    this.#addOwn({ kind: 'scenario', applied, beyond });
  }

  /** Notes that the simulator refused the request. */
  refuse(code: SimulatorErrorCode): void {
    this.#addOwn({ kind: 'refused', code });
  }

  /** Lists the notes; a list that recurs is frozen. */
  list(): readonly Note[] {
    return this.#own ?? this.#recurring.notes;
  }

  /** Writes the notes as a structured list (RFC 9651); empty when there are none. */
  write(): string {
    return this.#own === undefined ? this.#recurring.text : writeAll(this.#own);
  }

  #addOwn(note: Note): void {
    this.#own ??= [...this.#recurring.notes];
    this.#own.push(note);
  }

  /** A note that recurs is one object, so it is found as such. */
  #add(note: Note | undefined): void {
    if (note === undefined || this.list().includes(note)) {
      return;
    }
    if (this.#own === undefined) {
      this.#recurring = this.#recurring.add(note);
    } else {
      this.#own.push(note);
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
    case 'refused':
      return `refused;code=${note.code}`;
  }
}

/** Writes a note as a member of a structured list (RFC 9651): `open;point=list-order;choice=…`. */
function writeNote(note: Note): string {
  return texts.get(note) ?? formatNote(note);
}

function writeAll(notes: readonly Note[]): string {
  return notes.map(writeNote).join(', ');
}
