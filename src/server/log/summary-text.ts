import { escapeUnprintable } from '../../document/format.js';
import { openPoints } from '../../document/open-points.js';
import { operations } from '../../document/operations.js';
import { findingKinds } from '../../engine/notes.js';
import { formatCommands } from './annotations.js';
import {
  isAllowed,
  isAvoidable,
  isFailure,
  type SummarizedNote,
  type SummarizedRefusal,
  type Summary,
} from './summary.js';

/** Maximum number of clients that are named. */
const maxNamed = 10;

const titles = {
  open: 'Open: requests used what the document leaves open',
  deprecated: 'Deprecated: requests used an operation that will be removed',
  violation: 'Violation: requests violate the document',
} as const;
const refusedTitle = 'Refused: the simulator answered with 501 instead of the service';

/** Formats a number of things: `1 exchange`, `2 exchanges`. */
const formatCount = (number: number, thing: string) =>
  `${number} ${thing}${number === 1 ? '' : 's'}`;

function formatSubject({ kind, point, operation, section }: SummarizedNote): string {
  if (point !== undefined) {
    return `${point}: the document is silent on ${openPoints[point].silent} (section ${section})`;
  }
  if (kind === 'violation') {
    return `violates section ${section}`;
  }
  const sunset = operations.find(({ name }) => name === operation)?.sunset;
  const end = sunset === undefined ? '' : `, to be removed on ${sunset.toISOString().slice(0, 10)}`;
  return `deprecated${end} (section ${section})`;
}

function formatCallers({ callers }: SummarizedNote): string[] {
  const named = callers.slice(0, maxNamed).map(({ userAgent, sandbox, count }) => {
    const client =
      userAgent === undefined ? 'a client without User-Agent' : escapeUnprintable(userAgent);
    return `called ${count}× by ${client} in sandbox ${sandbox}`;
  });
  const others = callers.length - named.length;
  return others > 0 ? [...named, `and by ${formatCount(others, 'more client')}`] : named;
}

/** Formats a count and its details, one per line. */
function formatItem(count: number, text: string, details: readonly string[]): string {
  const lines = details.map((detail) => `         ${detail}`);
  return [`  ${`${count}×`.padStart(6)} ${text}`, ...lines].join('\n');
}

function formatExample({ example, message }: Pick<SummarizedNote, 'example' | 'message'>) {
  const response = message === undefined ? [] : [`response: ${escapeUnprintable(message)}`];
  return [`example: ${escapeUnprintable(example)}`, ...response];
}

function formatNote(note: SummarizedNote): string {
  const { count, allowed, operation = 'no operation' } = note;
  const details = [
    ...formatExample(note),
    ...(allowed === 0 ? [] : [`${allowed} of them allowed`]),
    ...formatCallers(note),
  ];
  return formatItem(count, `${operation}  ${formatSubject(note)}`, details);
}

const formatRefusal = (refusal: SummarizedRefusal) =>
  formatItem(refusal.count, refusal.code, formatExample(refusal));

/** Whether `--fail-on` would fail a run for the note, were it not allowed. */
const isAllowedFailure = (note: SummarizedNote) => isAvoidable(note) && isAllowed(note);

function formatAllowed(notes: readonly SummarizedNote[]): string[] {
  const allowed = notes.filter(isAllowedFailure).map((note) => {
    const { kind, point, operation = 'no operation', count } = note;
    const subject = point ?? (kind === 'violation' ? formatSubject(note) : kind);
    return `${operation}: ${subject} (${count}×)`;
  });
  return allowed.length === 0 ? [] : [`Allowed, so no failure: ${allowed.join('; ')}.`];
}

/** Formats the open points that show in responses to any request. */
function formatUnavoidable(notes: readonly SummarizedNote[]): string[] {
  const counts = new Map<string, number>();
  for (const { point = '', count } of notes.filter((note) => !isAvoidable(note))) {
    counts.set(point, (counts.get(point) ?? 0) + count);
  }
  const points = [...counts].map(([point, count]) => `${point} (${count}×)`);
  return points.length === 0
    ? []
    : [
        `Also open, in responses to any request: ${points.join(', ')}. ` +
          'Run animal-store matrix to find out whether your client depends on it.',
      ];
}

const isEmpty = ({ exchanges, notes }: Summary) => exchanges === 0 && notes.length === 0;

/** Formats the summary for people; the text is empty when there were no requests. */
export function formatSummary(summary: Summary): string {
  if (isEmpty(summary)) {
    return '';
  }
  const { exchanges, notes, refused } = summary;
  const blocks = findingKinds.flatMap((kind) => {
    const found = notes.filter((note) => isFailure(note, kind));
    return found.length === 0 ? [] : [titles[kind], ...found.map(formatNote)];
  });
  if (refused.length > 0) {
    blocks.push(refusedTitle, ...refused.map(formatRefusal));
  }
  const except = notes.some(isAllowedFailure) ? ', except what is allowed' : '';
  const verdict =
    blocks.length === 0 ? ` the requests used only what the document promises${except}.` : '';
  const head = `Summary of ${formatCount(exchanges, 'exchange')}:${verdict}`;
  return `${[head, ...blocks, ...formatAllowed(notes), ...formatUnavoidable(notes)].join('\n')}\n`;
}

/** Formats what `--fail-on` can fail a run for as annotations of GitHub Actions. */
export function formatSummaryAnnotations({ notes, refused }: Summary): string {
  const annotations = [
    ...findingKinds.flatMap((kind) => {
      const found = notes.filter((note) => isFailure(note, kind));
      return found.map((note) => ({ title: titles[kind], message: formatNote(note).trim() }));
    }),
    ...refused.map((refusal) => ({ title: refusedTitle, message: formatRefusal(refusal).trim() })),
  ];
  return formatCommands('warning', annotations, (count) => ({
    title: 'animal-store',
    message: `The summary in the log of this step has ${count} more.`,
  }));
}

/** Formats the summary as one line of a JSON log. */
export function formatSummaryJson(summary: Summary): string {
  const line = { time: new Date(), level: 'info', summary };
  return isEmpty(summary) ? '' : `${JSON.stringify(line)}\n`;
}
