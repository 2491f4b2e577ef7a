import { shorten } from '../../document/format.js';
import { formatTarget, type RequestLine } from '../../document/message.js';
import { type OpenPoint, openPoints } from '../../document/open-points.js';
import { type OperationName, versionSection } from '../../document/operations.js';
import type { JournalEntry } from '../../engine/exchange.js';
import { type FindingKind, isAllowed, type Note } from '../../engine/notes.js';
import type { Redact } from '../../options/redactor.js';

/** The notes of all exchanges on one subject: an open point, a deprecation, or a violation. */
export interface SummarizedNote {
  readonly kind: FindingKind;
  /** The open point that requests used, where the kind is `open`. */
  readonly point: OpenPoint | undefined;
  /** Undefined where requests reached no operation. */
  readonly operation: OperationName | undefined;
  /** The section of the document that leaves it open, deprecates it or requires it. */
  readonly section: string;
  /** Whether the sandboxes allowed it: `settings.set({ allow: ['violation'] })`. Others count apart. */
  readonly allowed: boolean;
  /** Number of exchanges with the note. */
  readonly count: number;
  /** The first of the requests, without keys: `GET /v1/pets?limit=0`. */
  readonly example: string;
  /** The error message in the response to it; undefined when there was none. */
  readonly message: string | undefined;
}

/** The requests that the simulator refused with one code (501): `simulator_bad_preference`. */
export interface SummarizedRefusal extends Pick<SummarizedNote, 'count' | 'example' | 'message'> {
  readonly code: string;
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

/** What happened in a run, by the kinds that `--fail-on` can fail it for. */
export const findingTexts = {
  open: 'requests used what the document leaves open',
  deprecated: 'requests used an operation that will be removed',
  violation: 'requests violate the document',
  mismatch: 'responses of the service contradict the document',
  refused: 'the simulator answered with 501 instead of the service',
} as const;

/** Whether clients can avoid it: some open points show in responses to any request. */
export const isAvoidable = ({ point }: SummarizedNote): boolean =>
  point === undefined || !('isUnavoidable' in openPoints[point]);

/** Whether `--fail-on` fails a run for the note. */
export const isFailure = (note: SummarizedNote): boolean => isAvoidable(note) && !note.allowed;

/** Maximum length of a request in the summary. */
const maxShown = 200;

/** A request that can be an example. */
type Example = { readonly request: RequestLine } & Partial<
  Pick<JournalEntry, 'operation' | 'message'>
>;

/** How often something occurred, and its first request. */
type Counts = { count: number } & Pick<SummarizedNote, 'example' | 'message'>;

/** Counts notes and refusals, in the order of their first use. Of each kind only one shortened request is kept. */
export class SummaryCollector {
  readonly #notes = new Map<string, Omit<SummarizedNote, keyof Counts> & Counts>();
  readonly #refused = new Map<string, Pick<SummarizedRefusal, 'code'> & Counts>();
  #exchanges = 0;

  /** @param redact hides keys in examples */
  constructor(readonly redact: Redact) {}

  /** Counts an exchange with the service. */
  add(entry: JournalEntry): void {
    this.#exchanges += 1;
    for (const note of entry.notes) {
      if (note.kind === 'refused') {
        this.#count(this.#refused, note.code, { code: note.code }, entry);
      } else if (note.kind !== 'scenario') {
        this.#countNote(note, entry, isAllowed(note, entry.allow));
      }
    }
  }

  /** Counts a request that didn't reach the service. */
  miss(example: Example): void {
    this.#countNote({ kind: 'violation', section: versionSection }, example, false);
  }

  summary(): Summary {
    const copy = <Counted extends object>(counted: ReadonlyMap<string, Counted>) =>
      [...counted.values()].map((one) => ({ ...one }));
    return { exchanges: this.#exchanges, notes: copy(this.#notes), refused: copy(this.#refused) };
  }

  #countNote(
    note: Extract<Note, { readonly kind: FindingKind }>,
    example: Example,
    allowed: boolean,
  ): void {
    const { kind, section } = note;
    const { operation, request } = example;
    const point = note.kind === 'open' ? note.point : undefined;
    const { expected = '', received = '' } = note.kind === 'mismatch' ? note : {};
    // Identifiers and limits make no other finding.
    const rule = expected.replaceAll(/\d+/g, '');
    const key = `${operation} ${point ?? `${kind} ${section}`} ${allowed} ${rule}`;
    const message = expected ? `expected ${expected}; got ${received}` : example.message;
    const subject = { kind, point, operation, section, allowed };
    this.#count(this.#notes, key, subject, { request, message });
  }

  #count<Subject extends object>(
    all: Map<string, Subject & Counts>,
    key: string,
    subject: Subject,
    { request, message }: Example,
  ): void {
    const known = all.get(key);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    const example = shorten(`${request.method} ${this.redact(formatTarget(request))}`, maxShown);
    all.set(key, {
      ...subject,
      count: 1,
      example,
      message: message === undefined ? undefined : this.redact(message),
    });
  }
}
