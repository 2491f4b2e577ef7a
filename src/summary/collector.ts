import type { Note } from '../engine/choices/notes.js';
import type { SimulatorErrorCode } from '../engine/interface/errors.js';
import { shorten } from '../engine/interface/format.js';
import { formatTarget, type ServiceRequest } from '../engine/interface/message.js';
import { type OperationName, versionSection } from '../engine/interface/operations.js';
import type { Outcome } from '../engine/sandbox/journal-entry.js';
import type { Redactor } from '../log/redaction.js';
import type { Caller, SummarizedNote, SummarizedRefusal, Summary } from './summary.js';

/** Maximum length of a request in the summary. */
const maxExample = 200;
/** Maximum number of clients that are counted separately; later ones are not kept. */
const maxCallers = 100;
/** Maximum length of a User-Agent in the summary. */
const maxUserAgent = 200;

/** A request that can be an example. */
type ShownRequest = Pick<ServiceRequest, 'method' | 'path' | 'query'>;

type Example = Pick<SummarizedNote, 'example' | 'message'>;

function createExample(
  request: ShownRequest,
  message: string | undefined,
  redactor: Redactor,
): Example {
  return {
    example: shorten(`${request.method} ${redactor.target(formatTarget(request))}`, maxExample),
    message: message === undefined ? undefined : redactor.text(message),
  };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Counts the clients that sent certain requests, by sandbox and User-Agent. */
class CallerCounter {
  readonly #redactor: Redactor;
  /** By the User-Agent as it was sent, so that only a new one is redacted and shortened. */
  readonly #callers = new Map<string, Mutable<Caller>>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  add(sandbox: string, request: ServiceRequest): void {
    const sent = request.header('user-agent');
    const name = `${sandbox} ${sent ?? ''}`;
    const caller = this.#callers.get(name);
    if (caller !== undefined) {
      caller.count += 1;
    } else if (this.#callers.size < maxCallers) {
      // Redacted first, as half a key would not be found.
      const userAgent = sent && shorten(this.#redactor.text(sent), maxUserAgent);
      this.#callers.set(name, { sandbox, userAgent, count: 1 });
    }
  }

  list(): Caller[] {
    return [...this.#callers.values()].map((caller) => ({ ...caller }));
  }
}

/** A note that the summary counts: one about the client. */
type CountedNote = Exclude<Note, { readonly kind: 'scenario' | 'refused' }>;

interface NoteGroup extends Mutable<Omit<SummarizedNote, 'callers'>> {
  readonly callers: CallerCounter | undefined;
}

/** The note on a request whose path isn't the service's. */
const missedNote: CountedNote = { kind: 'violation', section: versionSection };

/** Notes of an operation with the same subject are counted together. */
function getSubject(note: CountedNote): string {
  switch (note.kind) {
    case 'open':
      return note.point;
    case 'deprecated':
      return note.kind;
    case 'violation':
      return note.section;
  }
}

/** Returns the value of a key, which is created if the map doesn't have it. */
function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

/**
 * Counts notes and refusals. Its memory is bounded: kinds, points, sections and operations are few,
 * and of each only one shortened request is kept.
 */
export class SummaryCollector {
  readonly #redactor: Redactor;
  /** In the order in which they were first used. */
  readonly #groups: NoteGroup[] = [];
  readonly #byOperation = new Map<OperationName | undefined, Map<string, NoteGroup>>();
  readonly #refusals = new Map<SimulatorErrorCode, Mutable<SummarizedRefusal>>();
  #exchanges = 0;

  /** @param redactor hides keys in examples */
  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Counts an exchange with the service. */
  readonly add = (outcome: Outcome, request: ServiceRequest): void => {
    this.#exchanges += 1;
    for (const note of outcome.notes) {
      if (note.kind !== 'scenario' && note.kind !== 'refused') {
        this.#addNote(note, outcome, request);
      }
    }
    if (outcome.refusal !== undefined) {
      this.#addRefusal(outcome.refusal, outcome, request);
    }
  };

  /** Counts a request that didn't reach the service. */
  readonly miss = (request: ShownRequest & { readonly message: string }): void => {
    this.#getGroup(missedNote, undefined, request, request.message).count += 1;
  };

  summary(): Summary {
    const notes = this.#groups.map(({ callers, ...group }) => ({
      ...group,
      callers: callers?.list() ?? [],
    }));
    const refused = [...this.#refusals.values()].map((refusal) => ({ ...refusal }));
    return { exchanges: this.#exchanges, notes, refused };
  }

  #addNote(note: CountedNote, outcome: Outcome, request: ServiceRequest): void {
    const { allow, message, operation, sandbox } = outcome;
    const group = this.#getGroup(note, operation, request, message);
    if (allow.includes(note.kind) || (note.kind === 'open' && allow.includes(note.point))) {
      group.allowed += 1;
    } else {
      if (group.count > 0 && group.count === group.allowed) {
        // The example so far was an allowed request.
        Object.assign(group, createExample(request, message, this.#redactor));
      }
      group.callers?.add(sandbox, request);
    }
    group.count += 1;
  }

  #addRefusal(code: SimulatorErrorCode, outcome: Outcome, request: ServiceRequest): void {
    const refusal = getOrCreate(this.#refusals, code, () => {
      const { example, message = '' } = createExample(request, outcome.message, this.#redactor);
      return { code, count: 0, example, message };
    });
    refusal.count += 1;
  }

  #getGroup(
    note: CountedNote,
    operation: OperationName | undefined,
    request: ShownRequest,
    message: string | undefined,
  ): NoteGroup {
    const groups = getOrCreate(this.#byOperation, operation, () => new Map<string, NoteGroup>());
    return getOrCreate(groups, getSubject(note), () => {
      const group = this.#createGroup(note, operation, request, message);
      this.#groups.push(group);
      return group;
    });
  }

  #createGroup(
    note: CountedNote,
    operation: OperationName | undefined,
    request: ShownRequest,
    message: string | undefined,
  ): NoteGroup {
    const point = note.kind === 'open' ? note.point : undefined;
    // Clients of an operation that ends must be found.
    const ends = note.kind === 'deprecated' || point === 'after-sunset';
    return {
      kind: note.kind,
      point,
      operation,
      section: note.section,
      ...createExample(request, message, this.#redactor),
      count: 0,
      allowed: 0,
      callers: ends ? new CallerCounter(this.#redactor) : undefined,
    };
  }
}
