import type { SimulatorErrorCode } from '../../document/errors.js';
import { shorten } from '../../document/format.js';
import { formatTarget, type ServiceRequest } from '../../document/message.js';
import { type OpenPoint, openPoints } from '../../document/open-points.js';
import { type OperationName, versionSection } from '../../document/operations.js';
import type { Exchange } from '../../engine/exchange.js';
import { type FindingKind, isAllowed as isNoteAllowed, type Note } from '../../engine/notes.js';
import type { Redact } from './redactor.js';

/** A client that sent requests. */
export interface Caller {
  readonly sandbox: string;
  /** The header `User-Agent`; undefined when the client sent none. */
  readonly userAgent: string | undefined;
  readonly count: number;
}

/** The notes of all exchanges on one subject: an open point, a deprecation, or a violation. */
export interface SummarizedNote {
  readonly kind: FindingKind;
  /** The open point that requests used, where the kind is `open`. */
  readonly point: OpenPoint | undefined;
  /** Undefined where requests reached no operation. */
  readonly operation: OperationName | undefined;
  /** The section of the document that leaves it open, deprecates it or requires it. */
  readonly section: string;
  /** Number of exchanges with the note. */
  readonly count: number;
  /** Number of these that the sandbox allowed: `settings.set({ allow: ['violation'] })`. */
  readonly allowed: number;
  /** One of the requests, preferably one not allowed, without keys: `GET /v1/pets?limit=0`. */
  readonly example: string;
  /** The error message in the response to it; undefined when there was none. */
  readonly message: string | undefined;
  /** The first 100 clients of a deprecated or removed operation that were not allowed to call it. */
  readonly callers: readonly Caller[];
}

/** The requests that the simulator refused with one code (501). */
export interface SummarizedRefusal {
  /** `simulator_bad_preference` */
  readonly code: string;
  readonly count: number;
  /** One of the requests, without keys. */
  readonly example: string;
  /** The error message in the response to it. */
  readonly message: string;
}

/** The notes and refusals of all exchanges so far. */
export interface Summary {
  /** Number of exchanges with the service. */
  readonly exchanges: number;
  /** In the order of their first use. */
  readonly notes: readonly SummarizedNote[];
  /** Requests that the simulator answered instead of the service. */
  readonly refused: readonly SummarizedRefusal[];
}

/** Whether clients can avoid it: some open points show in responses to any request. */
export function isAvoidable({ point }: SummarizedNote): boolean {
  return point === undefined || openPoints[point].usedBy === 'request';
}

/** Whether all of it was allowed. */
export function isAllowed({ count, allowed }: SummarizedNote): boolean {
  return allowed === count;
}

/** Whether `--fail-on` fails a run for the note. */
export function isFailure(note: SummarizedNote, kind: FindingKind): boolean {
  return note.kind === kind && isAvoidable(note) && !isAllowed(note);
}

/** Maximum length of a request or a User-Agent in the summary. */
const maxShown = 200;
/** Maximum number of clients that are counted separately; later ones are not kept. */
const maxCallers = 100;

/** A request that can be an example. */
type ShownRequest = Pick<ServiceRequest, 'method' | 'path' | 'query'>;

/** A note that the summary counts: one about the client. */
type CountedNote = Exclude<Note, { readonly kind: 'scenario' | 'refused' }>;

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

interface NoteGroup extends Mutable<Omit<SummarizedNote, 'callers'>> {
  /** By sandbox and User-Agent, as it was sent. */
  readonly callers: Map<string, Mutable<Caller>>;
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

/** Counts notes and refusals. Of each kind only one shortened request is kept. */
export class SummaryCollector {
  readonly #redact: Redact;
  /** In the order in which they were first used. */
  readonly #groups = new Map<string, NoteGroup>();
  readonly #refusals = new Map<SimulatorErrorCode, Mutable<SummarizedRefusal>>();
  #exchanges = 0;

  /** @param redact hides keys in examples */
  constructor(redact: Redact) {
    this.#redact = redact;
  }

  /** Counts an exchange with the service. */
  readonly add = (exchange: Exchange): void => {
    this.#exchanges += 1;
    for (const note of exchange.notes) {
      if (note.kind === 'refused') {
        this.#addRefusal(note.code, exchange);
      } else if (note.kind !== 'scenario') {
        this.#addNote(note, exchange);
      }
    }
  };

  /** Counts a request that didn't reach the service. */
  readonly miss = (request: ShownRequest & { readonly message: string }): void => {
    this.#getGroup(missedNote, undefined, request, request.message).count += 1;
  };

  summary(): Summary {
    const notes = [...this.#groups.values()].map(({ callers, ...group }) => ({
      ...group,
      callers: [...callers.values()].map((caller) => ({ ...caller })),
    }));
    const refused = [...this.#refusals.values()].map((refusal) => ({ ...refusal }));
    return { exchanges: this.#exchanges, notes, refused };
  }

  #addNote(note: CountedNote, exchange: Exchange): void {
    const { allow, message, operation } = exchange;
    const group = this.#getGroup(note, operation, exchange, message);
    if (isNoteAllowed(note, allow)) {
      group.allowed += 1;
    } else {
      if (group.count > 0 && group.count === group.allowed) {
        // The example so far was an allowed request.
        Object.assign(group, this.#createExample(exchange, message));
      }
      // Clients of an operation that ends must be found.
      if (note.kind === 'deprecated' || group.point === 'after-sunset') {
        this.#addCaller(group, exchange);
      }
    }
    group.count += 1;
  }

  #addCaller({ callers }: NoteGroup, { sandbox, headers }: Exchange): void {
    const sent = headers['user-agent'];
    const name = `${sandbox} ${sent ?? ''}`;
    const caller = callers.get(name);
    if (caller !== undefined) {
      caller.count += 1;
    } else if (callers.size < maxCallers) {
      const userAgent = sent && shorten(this.#redact(sent), maxShown);
      callers.set(name, { sandbox, userAgent, count: 1 });
    }
  }

  #addRefusal(code: SimulatorErrorCode, exchange: Exchange): void {
    const known = this.#refusals.get(code);
    if (known === undefined) {
      const { example, message = '' } = this.#createExample(exchange, exchange.message);
      this.#refusals.set(code, { code, count: 1, example, message });
    } else {
      known.count += 1;
    }
  }

  #getGroup(
    note: CountedNote,
    operation: OperationName | undefined,
    request: ShownRequest,
    message: string | undefined,
  ): NoteGroup {
    const name = `${operation} ${getSubject(note)}`;
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = {
        kind: note.kind,
        point: note.kind === 'open' ? note.point : undefined,
        operation,
        section: note.section,
        ...this.#createExample(request, message),
        count: 0,
        allowed: 0,
        callers: new Map(),
      };
      this.#groups.set(name, group);
    }
    return group;
  }

  #createExample(request: ShownRequest, message: string | undefined) {
    return {
      example: shorten(`${request.method} ${this.#redact(formatTarget(request))}`, maxShown),
      message: message === undefined ? undefined : this.#redact(message),
    };
  }
}
