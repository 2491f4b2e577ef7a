import { targetOf } from '../engine/message.js';
import type { OpenPoint } from '../engine/service/open-points.js';
import type { OperationName } from '../engine/service/operations.js';
import { shorten } from '../engine/service/wording.js';
import type { JournalEntry } from '../engine/simulation/journal.js';
import type { Note } from '../engine/simulation/notes.js';
import type { Redactor } from '../redaction.js';
import { Callers } from './callers.js';
import type { SummarizedNote, Summary } from './summary.js';

/** The notes that a summary has: a scenario was asked for, and stability is no news. */
type Counted = Extract<Note, { readonly kind: SummarizedNote['kind'] }>;

/** One of the requests of a group. */
interface Shown {
  example: string;
  message: string | undefined;
}

interface Group extends Pick<SummarizedNote, 'kind' | 'point' | 'operation' | 'section'>, Shown {
  count: number;
  intended: number;
  readonly callers: Callers | undefined;
}

/** So many characters of a request are kept. */
const mostShown = 200;

function isCounted(note: Note): note is Counted {
  return note.kind === 'open' || note.kind === 'deprecated' || note.kind === 'violation';
}

const pointOf = (note: Counted): OpenPoint | undefined =>
  note.kind === 'open' ? note.point : undefined;

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
  #exchanges = 0;

  /** @param redactor hides keys in examples */
  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  readonly add = (entry: JournalEntry): void => {
    this.#exchanges += 1;
    for (const note of entry.notes) {
      if (isCounted(note)) {
        const group = this.#groupOf(note, entry);
        if (entry.intended.includes(note.kind)) {
          group.intended += 1;
        } else {
          this.#addUnintended(group, entry);
        }
        group.count += 1;
      }
    }
  };

  #addUnintended(group: Group, entry: JournalEntry): void {
    if (group.count > 0 && group.count === group.intended) {
      // So far it shows a request that nobody has to do anything about.
      Object.assign(group, this.#show(entry));
    }
    group.callers?.add(entry);
  }

  #groupOf(note: Counted, entry: JournalEntry): Group {
    const ofOperation = this.#groupsOf(entry.operation);
    const name = subjectOf(note);
    let group = ofOperation.get(name);
    if (group === undefined) {
      const point = pointOf(note);
      // Whoever calls what is gone, or about to go, is to be found.
      const ends = note.kind === 'deprecated' || point === 'after-sunset';
      group = {
        kind: note.kind,
        point,
        operation: entry.operation,
        section: note.section,
        ...this.#show(entry),
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

  #show(entry: JournalEntry): Shown {
    const { method, message } = entry;
    return {
      example: shorten(`${method} ${this.#redactor.target(targetOf(entry))}`, mostShown),
      message: message === undefined ? undefined : this.#redactor.text(message),
    };
  }

  summary(): Summary {
    const notes = this.#groups.map(({ callers, ...group }) => ({
      ...group,
      callers: callers?.list() ?? [],
    }));
    return { exchanges: this.#exchanges, notes };
  }
}
