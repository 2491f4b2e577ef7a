import { escapeUnprintable, formatCount } from '../../document/format.js';
import { openPoints } from '../../document/open-points.js';
import { operations } from '../../document/operations.js';
import { formatCommands } from '../../options/annotations.js';
import type { JunitCase } from '../../verify/report/junit.js';
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

/** Lists what `--fail-on` can fail a run for, by kind, as cases of a report that have no verdict yet. */
function listFindings({ notes, refused }: Summary) {
  const found = [
    ...notes.filter(isFailure).map((note) => ({ ...note, name: formatNote(note) })),
    ...refused.map((refusal) => ({ ...refusal, kind: 'refused', name: refusal.code })),
  ];
  return Object.entries(findingTexts).flatMap(([className, finding]) => {
    const message = `${className[0]?.toUpperCase()}${className.slice(1)}: ${finding}`;
    return found
      .filter(({ kind }) => kind === className)
      .map((one) => ({ name: one.name, className, message, details: formatItem(one.name, one) }));
  });
}

/** Lists the findings as cases of a report: those of the `failing` kinds fail, and others pass with output. */
export function listCases(summary: Summary, failing: readonly string[]): JunitCase[] {
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
    allowed.length > 0 && `Allowed, so no failure: ${allowed.join('; ')}.`,
    unavoidable.size > 0 &&
      `Also open, in responses to any request: ${[...unavoidable].join(', ')}. ` +
        'Run animal-store matrix to find out whether your client relies on a choice.',
  ];
  return `${lines.filter(Boolean).join('\n')}\n`;
}

/** Formats what `--fail-on` can fail a run for as annotations of GitHub Actions. */
export function formatSummaryAnnotations(summary: Summary): string {
  const annotations = listFindings(summary).map(({ message, details }) => ({
    title: message,
    message: details.trim(),
  }));
  return formatCommands('warning', annotations, 'findings', 'The log of this step has all.');
}
