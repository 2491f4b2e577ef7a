import { escapeUnprintable, formatCount } from '../../document/format.js';
import { openPoints } from '../../document/open-points.js';
import { operations } from '../../document/operations.js';
import { formatCommands } from '../../options/annotations.js';
import type { JunitCase } from '../../verify/report/formats.js';
import {
  findingTexts,
  isAvoidable,
  isFailure,
  type SummarizedNote,
  type SummarizedRefusal,
  type Summary,
} from './summary.js';

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

/** Formats a subject with its count and an example, on a line each. */
function formatItem(subject: string, { count, example, message }: Omit<SummarizedRefusal, 'code'>) {
  const lines = [`${`${count}×`.padStart(8)} ${subject}`, `example: ${example}`];
  const response = message === undefined ? [] : [`response: ${message}`];
  return [...lines, ...response].map(escapeUnprintable).join('\n         ');
}

/** Lists what `--fail-on` can fail a run for, by kind. */
function listFindings({ notes, refused }: Summary) {
  const found = [
    ...notes.filter(isFailure).map((note) => ({ ...note, name: formatNote(note) })),
    ...refused.map((refusal) => ({ ...refusal, kind: 'refused' as const, name: refusal.code })),
  ];
  return Object.entries(findingTexts).flatMap(([kind, finding]) => {
    const title = `${kind[0]?.toUpperCase()}${kind.slice(1)}: ${finding}`;
    return found
      .filter((one) => one.kind === kind)
      .map(({ name, ...counted }) => ({ kind, title, name, details: formatItem(name, counted) }));
  });
}

/**
 * Lists what `--fail-on` can fail a run for as cases of a report.
 *
 * @param failing the kinds that fail the run; others pass with output
 */
export function listCases(summary: Summary, failing: readonly string[]): JunitCase[] {
  return listFindings(summary).map(({ kind, title, name, details }) => ({
    name,
    className: kind,
    verdict: failing.includes(kind) || failing.includes('all') ? 'failed' : 'advice',
    message: title,
    details: details.trim(),
  }));
}

/** Whether `--fail-on` would fail a run for the note, were it not allowed. */
const isAllowedFailure = (note: SummarizedNote) => isAvoidable(note) && note.allowed;

function formatAllowed(notes: readonly SummarizedNote[]): string[] {
  const allowed = notes.filter(isAllowedFailure).map((note) => {
    const { kind, point, operation = 'no operation', count } = note;
    const subject = point ?? (kind === 'deprecated' ? kind : formatSubject(note));
    return `${operation}: ${subject} (${count}×)`;
  });
  return allowed.length === 0 ? [] : [`Allowed, so no failure: ${allowed.join('; ')}.`];
}

/** Names the open points that show in responses to any request. */
function formatUnavoidable(notes: readonly SummarizedNote[]): string[] {
  const points = new Set(notes.flatMap((note) => (isAvoidable(note) ? [] : note.point)));
  return points.size === 0
    ? []
    : [
        `Also open, in responses to any request: ${[...points].join(', ')}. ` +
          'Run animal-store matrix to find out whether your client relies on a choice.',
      ];
}

const isEmpty = ({ exchanges, notes }: Summary) => exchanges === 0 && notes.length === 0;

/** Formats the summary for people; the text is empty when there were no requests. */
export function formatSummary(summary: Summary): string {
  if (isEmpty(summary)) {
    return '';
  }
  const { exchanges, notes } = summary;
  const findings = listFindings(summary);
  const blocks = findings.flatMap(({ title, details }, index) =>
    title === findings[index - 1]?.title ? details : [title, details],
  );
  const except = notes.some(isAllowedFailure) ? ', except what is allowed' : '';
  const verdict =
    blocks.length === 0 ? ` the requests used only what the document promises${except}.` : '';
  const head = `Summary of ${formatCount(exchanges, 'exchange')}:${verdict}`;
  return `${[head, ...blocks, ...formatAllowed(notes), ...formatUnavoidable(notes)].join('\n')}\n`;
}

/** Formats what `--fail-on` can fail a run for as annotations of GitHub Actions. */
export function formatSummaryAnnotations(summary: Summary): string {
  const annotations = listFindings(summary).map(({ title, details }) => ({
    title,
    message: details.trim(),
  }));
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
