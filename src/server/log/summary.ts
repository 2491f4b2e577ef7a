import { formatCommands } from '../../base/annotations.js';
import { escapeUnprintable, formatCount, shorten } from '../../base/text.js';
import { sections } from '../../document/generated/sections.js';
import { formatTarget, type RequestLine } from '../../document/message.js';
import { type OpenPoint, openPoints } from '../../document/open-points.js';
import { type OperationName, operations } from '../../document/operations.js';
import type { JournalEntry } from '../../engine/exchange.js';
import { type FindingKind, isAllowed } from '../../engine/notes.js';
import type { Redact } from '../../engine/redactor.js';
import type { JunitCase } from '../../verify/report/junit.js';

/** The notes of all exchanges on one subject: an open point, a deprecation, or a violation. */
export interface SummarizedNote {
  readonly kind: FindingKind;
  /** The open point that requests used, where the kind is `open`. */
  readonly point: OpenPoint | undefined;
  /** Undefined where requests reached no operation. */
  readonly operation: OperationName | undefined;
  /** The section of the document that leaves it open, deprecates it or requires it. */
  readonly section: string;
  /** True if the sandboxes allowed it: `settings.set({ allow: ['violation'] })`. Others count apart. */
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
  readonly exchanges: number;
  /** In the order of their first use. */
  readonly notes: readonly SummarizedNote[];
  /** Requests that the simulator answered instead of the service. */
  readonly refused: readonly SummarizedRefusal[];
}

/** Findings of a run, by the kinds that `--fail-on` can fail it for. */
export const findingTexts = {
  open: 'requests used what the document leaves open',
  deprecated: 'requests used an operation that will be removed',
  violation: 'requests violate the document',
  mismatch: 'responses of the service contradict the document',
  refused: 'the simulator answered instead of the service',
} as const;

const maxShown = 200;

type Counted = Pick<JournalEntry, 'notes' | 'allow' | 'operation' | 'message'> & {
  readonly request: RequestLine;
};

/** Counts notes and refusals, in the order of their first use. Of each kind only one shortened request is kept. */
export class SummaryCollector {
  readonly #findings = new Map<string, (SummarizedNote | SummarizedRefusal) & { count: number }>();
  #exchanges = 0;

  /** @param redact hides keys in examples */
  constructor(readonly redact: Redact) {}

  /** Counts an exchange with the service. */
  add(entry: JournalEntry): void {
    this.#exchanges += 1;
    this.#count(entry);
  }

  /** Counts a request that didn't reach the service. */
  miss(example: Pick<Counted, 'request' | 'message'>): void {
    const notes = [{ kind: 'violation', section: sections.versioning }] as const;
    this.#count({ ...example, notes, operation: undefined, allow: [] });
  }

  summary(): Summary {
    const findings = [...this.#findings.values()].map((one) => ({ ...one }));
    return {
      exchanges: this.#exchanges,
      notes: findings.filter((one) => 'kind' in one),
      refused: findings.filter((one) => 'code' in one),
    };
  }

  #count({ notes, allow, operation, request, message }: Counted): void {
    for (const note of notes) {
      if (note.kind === 'scenario') {
        continue;
      }
      const point = note.kind === 'open' ? note.point : undefined;
      const allowed = isAllowed(note, allow);
      const { expected = '', received = '' } = note.kind === 'mismatch' ? note : {};
      // Identifiers and limits make no other finding.
      const rule = expected.replaceAll(/\d+/g, '');
      const key =
        note.kind === 'refused'
          ? note.code
          : `${operation} ${point ?? `${note.kind} ${note.section}`} ${allowed} ${rule}`;
      const known = this.#findings.get(key);
      if (known !== undefined) {
        known.count += 1;
        continue;
      }
      const text = expected ? `expected ${expected}; got ${received}` : message;
      const example = {
        count: 1,
        example: shorten(`${request.method} ${this.redact(formatTarget(request))}`, maxShown),
        message: text === undefined ? undefined : this.redact(text),
      };
      const subject =
        note.kind === 'refused'
          ? { code: note.code }
          : { kind: note.kind, point, operation, section: note.section, allowed };
      this.#findings.set(key, { ...subject, ...example });
    }
  }
}

/** True if clients can avoid it: some open points show in responses to any request. */
const isAvoidable = ({ point }: SummarizedNote): boolean =>
  point === undefined || !('isUnavoidable' in openPoints[point]);

export const listFailures = ({ notes, refused }: Summary) => [
  ...notes.filter((note) => isAvoidable(note) && !note.allowed),
  ...refused.map((one) => ({ ...one, kind: 'refused' as const, point: undefined })),
];

function formatSubject({ kind, point, operation, section }: SummarizedNote): string {
  if (point !== undefined) {
    return `${point}: the document is silent on ${openPoints[point].silent} (section ${section})`;
  }
  if (kind === 'violation' || kind === 'mismatch') {
    const verb = kind === 'violation' ? 'violates' : 'contradicts';
    return `${verb} section ${section}`;
  }
  const sunset = operations.find(({ name }) => name === operation)?.sunset;
  const end = sunset === undefined ? '' : `, to be removed on ${sunset.toISOString().slice(0, 10)}`;
  return `deprecated${end} (section ${section})`;
}

const formatNote = (note: SummarizedNote) =>
  `${note.operation ?? 'no operation'}  ${formatSubject(note)}`;

function formatItem(subject: string, { count, example, message }: Omit<SummarizedRefusal, 'code'>) {
  const lines = [`${`${count}×`.padStart(8)} ${subject}`, `example: ${example}`];
  const response = message === undefined ? [] : [`response: ${message}`];
  return [...lines, ...response].map(escapeUnprintable).join('\n         ');
}

/** Lists what `--fail-on` can fail a run for, by kind, as cases of a report that have no verdict yet. */
function listFindings(summary: Summary) {
  return Object.entries(findingTexts).flatMap(([className, finding]) => {
    const message = `${className[0]?.toUpperCase()}${className.slice(1)}: ${finding}`;
    return listFailures(summary)
      .filter(({ kind }) => kind === className)
      .map((one) => {
        const name = one.kind === 'refused' ? one.code : formatNote(one);
        return { name, className, message, details: formatItem(name, one) };
      });
  });
}

/** Lists the findings as cases of a report: those of the `failing` kinds fail, and others pass with output. */
export function listFindingCases(summary: Summary, failing: readonly string[]): JunitCase[] {
  return listFindings(summary).map((finding) => ({
    ...finding,
    verdict: failing.includes(finding.className) || failing.includes('all') ? 'failed' : 'advice',
    details: finding.details.trim(),
  }));
}

function formatAllowed(note: SummarizedNote): string {
  const { kind, point, operation = 'no operation', count } = note;
  const subject = point ?? (kind === 'deprecated' ? kind : formatSubject(note));
  return `${operation}: ${subject} (${count}×)`;
}

/** Formats the summary for people; the text is empty when there were no requests. */
export function formatSummary(summary: Summary): string {
  const { exchanges, notes } = summary;
  if (exchanges === 0 && notes.length === 0) {
    return '';
  }
  const findings = listFindings(summary);
  const blocks = findings.flatMap(({ message, details }, index) =>
    message === findings[index - 1]?.message ? details : [message, details],
  );
  const allowed = notes.filter((note) => isAvoidable(note) && note.allowed).map(formatAllowed);
  // They show in responses to any request.
  const unavoidable = new Set(notes.flatMap((note) => (isAvoidable(note) ? [] : note.point)));
  const except = allowed.length > 0 ? ', except what is allowed' : '';
  const verdict =
    blocks.length === 0 ? ` the requests used only what the document promises${except}.` : '';
  const lines = [
    `Summary of ${formatCount(exchanges, 'exchange')}:${verdict}`,
    ...blocks,
    allowed.length > 0 && `Allowed: ${allowed.join('; ')}.`,
    unavoidable.size > 0 &&
      `Unspecified in every response: ${[...unavoidable].join(', ')}. ` +
        'Run animal-store matrix to find out whether your client relies on a choice.',
  ];
  return `${lines.filter(Boolean).join('\n')}\n`;
}

/** Formats the findings as annotations of GitHub Actions: errors for the `failing` kinds, warnings for others. */
export function formatSummaryAnnotations(summary: Summary, failing: readonly string[]): string {
  const format = (level: 'error' | 'warning', verdict: JunitCase['verdict']) =>
    formatCommands(
      level,
      listFindingCases(summary, failing)
        .filter((one) => one.verdict === verdict)
        .map(({ message = '', details = '' }) => ({ title: message, message: details })),
      'findings',
      'The log of this step has all.',
    );
  return format('error', 'failed') + format('warning', 'advice');
}
