import { formatCount } from '../document/format.js';
import type { Culprit } from './isolate.js';
import type { MatrixReport, PointFindings } from './matrix.js';
import { formatChoices, type SingleChoice } from './plan.js';

const maxLines = 20;

/** The last lines of an output, after the number of those left out. */
export function getLastLines(output: string): string[] {
  const lines = output.trim() === '' ? [] : output.trimEnd().split('\n');
  const omitted = lines.length - maxLines;
  return omitted > 0
    ? [`… ${formatCount(omitted, 'line')} omitted`, ...lines.slice(omitted)]
    : lines;
}

function formatPoints(points: readonly PointFindings[]): string {
  const list = (choices: readonly string[]) => choices.join(', ') || '-';
  const rows = [
    ['open point', 'section', 'used', 'passes with', 'fails with'],
    ...points.map(({ point, section, used, passesWith, failsWith }) => [
      point,
      section,
      used ? 'yes' : 'no',
      // The command passes with any choice of a point that it never uses; that says nothing.
      used ? list(passesWith) : '-',
      list(failsWith),
    ]),
  ];
  const pad = (cell: string, column: number) =>
    cell.padEnd(Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `${row.map(pad).join('  ').trimEnd()}\n`).join('');
}

/** Large ids are int64, which the document promises: a failure is a defect of the client. */
const isPromised = ({ point, choice }: SingleChoice) => point === 'id-scheme' && choice === 'large';

/** Formats a failure, and explains each choice that is part of it. */
function formatFailure(
  { choices, exit, output }: Culprit,
  explained: readonly PointFindings[] = [],
): string {
  const explanations = choices.flatMap((single) => {
    const findings = explained.find(({ point }) => point === single.point);
    if (findings === undefined) {
      return [];
    }
    if (isPromised(single)) {
      return (
        'The document promises that ids are int64 (section 2). JSON.parse rounds integers above 2^53: ' +
        'parse ids as bigint or as text.'
      );
    }
    const { silent, section, passesWith } = findings;
    const need = choices.length === 1 ? `; the command needs ${passesWith.join(' or ')}` : '';
    return `The document does not specify ${silent} (section ${section})${need}.`;
  });
  const lines = [...explanations, ...getLastLines(output).map((line) => `| ${line}`)];
  const together = choices.length > 1 ? ' together' : '';
  return [
    `  ${formatChoices(choices)}${together}: ${exit}\n`,
    ...lines.map((line) => `    ${line}\n`),
  ].join('');
}

/** Formats what the runs show, as one line or several. */
function formatOutcome({ outcome, culprits, flaky }: MatrixReport): string {
  if (outcome === 'passed') {
    return 'The command passes with every profile, and every pair of choices of the points that it uses.';
  }
  if (culprits.length === 0) {
    return `The command is flaky: ${formatCount(flaky.length, 'failure')} did not happen again.`;
  }
  const choices = culprits.flatMap((culprit) => culprit.choices);
  const open = new Set(choices.filter((one) => !isPromised(one)).map(({ point }) => point));
  return [
    open.size > 0 && `The command depends on unspecified behaviour: ${[...open].join(', ')}.`,
    choices.some(isPromised) && 'The command does not support promised behaviour: int64 ids.',
  ]
    .filter(Boolean)
    .join('\n');
}

export function formatMatrix(report: MatrixReport): string {
  const { points, culprits, flaky } = report;
  const unused = points.filter(({ used }) => !used).map(({ point }) => point);
  const untested =
    unused.length === 0 ? '' : `Not varied, as no run used them: ${unused.join(', ')}.\n`;
  const formatBlock = (title: string, failures: readonly Culprit[], explained?: typeof points) => {
    const texts = failures.map((failure) => formatFailure(failure, explained));
    return texts.length === 0 ? [] : [`${title}\n${texts.join('')}`];
  };
  return [
    formatPoints(points),
    ...formatBlock('Choices that make the command fail:', culprits, points),
    ...formatBlock('Failures that did not happen again (flaky):', flaky),
    `${formatOutcome(report)}\n${untested}`,
  ].join('\n');
}
