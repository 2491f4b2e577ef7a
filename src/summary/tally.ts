import type { OpenPoint } from '../engine/service/open-points.js';
import type { OperationName } from '../engine/service/operations.js';
import { versionSection } from '../engine/service/route.js';
import type { JournalEntry } from '../engine/simulation/journal.js';
import type { Note } from '../engine/simulation/notes.js';
import type { Redactor } from '../redaction.js';
import { Callers } from './callers.js';
import { type Example, exampleOf, type Shown } from './example.js';
import { Refusals } from './refusals.js';
import type { SummarizedNote, Summary } from './summary.js';

/** The notes that a summary has: a scenario was asked for, and stability is no news. */
type Counted = Extract<Note, { readonly kind: SummarizedNote['kind'] }>;

interface Group extends Pick<SummarizedNote, 'kind' | 'point' | 'operation' | 'section'>, Example {
  count: number;
  intended: number;
  readonly callers: Callers | undefined;
}

/** A request whose path isn't the service's at all. */
const missed: Counted = { kind: 'violation', section: versionSection };

function isCounted(note: Note): note is Counted {
  return note.kind === 'open' || note.kind === 'deprecated' || note.kind === 'violation';
}

const pointOf = (note: Counted): OpenPoint | undefined =>
  note.kind === 'open' ? note.point : undefined;

const isMeant = (note: Counted, { intended }: JournalEntry) =>
  intended.includes(note.kind) || (note.kind === 'open' && intended.includes(note.point));

/** What a note of an operation is about: an open point, its deprecation, or the section it violates. */
function subjectOf(note: Counted): string {
  switch (note.kind) {
    case 'open':
      return note.point;
    case 'deprecated':
      return note.kind;
    case 'violation':
      return note.section;
  }
}

/**
 * Counts notes. Its memory is bounded: there are only so many kinds, points, sections and operations,
 * and of each one request is kept, cut short.
 */
export class Tally {
  readonly #redactor: Redactor;
  readonly #groups: Group[] = [];
  readonly #byOperation = new Map<OperationName | undefined, Map<string, Group>>();
  readonly #refusals: Refusals;
  #exchanges = 0;

  /** @param redactor hides keys in examples */
  constructor(redactor: Redactor) {
    this.#redactor = redactor;
    this.#refusals = new Refusals(redactor);
  }

  readonly add = (entry: JournalEntry): void => {
    this.#exchanges += 1;
    for (const note of entry.notes) {
      if (isCounted(note)) {
        const group = this.#groupOf(note, entry.operation, entry);
        if (isMeant(note, entry)) {
          group.intended += 1;
        } else {
          this.#addUnintended(group, entry);
        }
        group.count += 1;
      }
    }
    if (entry.refusal !== undefined) {
      this.#refusals.add(entry.refusal, entry);
    }
  };

  /** A request that didn't come to the service, and so is no exchange with it. */
  readonly miss = (request: Shown): void => {
    this.#groupOf(missed, undefined, request).count += 1;
  };

  #addUnintended(group: Group, entry: JournalEntry): void {
    if (group.count > 0 && group.count === group.intended) {
      // So far it shows a request that nobody has to do anything about.
      Object.assign(group, exampleOf(entry, this.#redactor));
    }
    group.callers?.add(entry);
  }

  #groupOf(note: Counted, operation: OperationName | undefined, request: Shown): Group {
    const ofOperation = this.#groupsOf(operation);
    const name = subjectOf(note);
    let group = ofOperation.get(name);
    if (group === undefined) {
      const point = pointOf(note);
      // Whoever calls what is gone, or about to go, is to be found.
      const ends = note.kind === 'deprecated' || point === 'after-sunset';
      group = {
        kind: note.kind,
        point,
        operation,
        section: note.section,
        ...exampleOf(request, this.#redactor),
        count: 0,
        intended: 0,
        callers: ends ? new Callers(this.#redactor) : undefined,
      };
      ofOperation.set(name, group);
      this.#groups.push(group);
    }
    return group;
  }

  #groupsOf(operation: OperationName | undefined): Map<string, Group> {
    let groups = this.#byOperation.get(operation);
    if (groups === undefined) {
      groups = new Map();
      this.#byOperation.set(operation, groups);
    }
    return groups;
  }

  summary(): Summary {
    const notes = this.#groups.map(({ callers, ...group }) => ({
      ...group,
      callers: callers?.list() ?? [],
    }));
    return { exchanges: this.#exchanges, notes, refused: this.#refusals.list() };
  }
}
