import type { Note } from '../engine/choices/notes.js';
import type { OpenPoint } from '../engine/choices/open-points.js';
import type { SimulatorErrorCode } from '../engine/interface/errors.js';
import { shorten } from '../engine/interface/format.js';
import { formatTarget, getHeader } from '../engine/interface/message.js';
import type { OperationName } from '../engine/interface/operations.js';
import { versionSection } from '../engine/operations/route.js';
import type { JournalEntry } from '../engine/sandbox/journal.js';
import type { Redactor } from '../log/redaction.js';
import type { Caller, SummarizedNote, SummarizedRefusal, Summary } from './summary.js';

/** So many characters of a request are kept. */
const maxShown = 200;

/** A request that a summary can show. */
export type Shown = Pick<JournalEntry, 'method' | 'path' | 'query' | 'message'>;

/** One of the requests that are counted together. */
export interface Example {
  /** `GET /v1/pets?limit=0`, without keys. */
  example: string;
  /** What it was told is wrong. */
  message: string | undefined;
}

function exampleOf(request: Shown, redactor: Redactor): Example {
  const { method, message } = request;
  return {
    example: shorten(`${method} ${redactor.target(formatTarget(request))}`, maxShown),
    message: message === undefined ? undefined : redactor.text(message),
  };
}

/** Counts what the simulator itself refused. */
export class Refusals {
  readonly #redactor: Redactor;
  readonly #groups = new Map<
    SimulatorErrorCode,
    Example & { code: SimulatorErrorCode; count: number }
  >();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  add(code: SimulatorErrorCode, entry: JournalEntry): void {
    const group = this.#groups.get(code);
    if (group === undefined) {
      this.#groups.set(code, { code, count: 1, ...exampleOf(entry, this.#redactor) });
    } else {
      group.count += 1;
    }
  }

  list(): SummarizedRefusal[] {
    return [...this.#groups.values()].map((group) => ({ ...group, message: group.message ?? '' }));
  }
}

/** So many clients are told apart; who comes later isn't kept. */
const maxCallers = 100;
/** So many characters of a User-Agent are kept. */
const maxUserAgent = 200;

/** The clients that sent certain requests, by sandbox and `User-Agent`. */
class Callers {
  readonly #redactor: Redactor;
  /** By sandbox and `User-Agent` as it was sent: what isn't new is neither redacted nor cut again. */
  readonly #callers = new Map<string, { -readonly [Key in keyof Caller]: Caller[Key] }>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  add({ sandbox, rawHeaders }: JournalEntry): void {
    const sent = getHeader(rawHeaders, 'user-agent');
    const name = `${sandbox} ${sent ?? ''}`;
    const caller = this.#callers.get(name);
    if (caller !== undefined) {
      caller.count += 1;
    } else if (this.#callers.size < maxCallers) {
      // A key is looked for before the text is cut, as half of one would not be found.
      const userAgent = sent && shorten(this.#redactor.text(sent), maxUserAgent);
      this.#callers.set(name, { sandbox, userAgent, count: 1 });
    }
  }

  list(): Caller[] {
    return [...this.#callers.values()].map((caller) => ({ ...caller }));
  }
}

/** The notes that a summary has: a scenario was asked for, and stability is no news. */
type Counted = Extract<Note, { readonly kind: SummarizedNote['kind'] }>;

interface Group extends Pick<SummarizedNote, 'kind' | 'point' | 'operation' | 'section'>, Example {
  count: number;
  allowed: number;
  readonly callers: Callers | undefined;
}

/** A request whose path isn't the service's at all. */
const missed: Counted = { kind: 'violation', section: versionSection };

function isCounted(note: Note): note is Counted {
  return note.kind === 'open' || note.kind === 'deprecated' || note.kind === 'violation';
}

const pointOf = (note: Counted): OpenPoint | undefined =>
  note.kind === 'open' ? note.point : undefined;

const isMeant = (note: Counted, { allow }: JournalEntry) =>
  allow.includes(note.kind) || (note.kind === 'open' && allow.includes(note.point));

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
export class SummaryCollector {
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
          group.allowed += 1;
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
    if (group.count > 0 && group.count === group.allowed) {
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
        allowed: 0,
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
