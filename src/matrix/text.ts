import { formatCount } from '../base/text.js';
import type { JunitCase } from '../verify/report/junit.js';
import { type FailedRun, getLastLines, type MatrixReport, type SingleChoice } from './matrix.js';

function formatPoints({ points }: MatrixReport): string {
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

/** Explains why the command may fail with some choices. */
function explain({ choices: [single, ...others] }: FailedRun, { points }: MatrixReport): string {
  const findings = points.find(({ point }) => point === single?.point);
  if (others.length > 0 || single === undefined || findings === undefined) {
    return 'No choice of it fails alone. Pin some with --choice to find those that fail together.';
  }
  if (isPromised(single)) {
    return (
      'The document promises that ids are int64 (section 2). JSON.parse rounds integers above 2^53: ' +
      'parse ids as bigint or as text.'
    );
  }
  const { silent, section, passesWith } = findings;
  return `The document does not specify ${silent} (section ${section}); the command needs ${passesWith.join(' or ')}.`;
}

function formatFailure(
  { name, exit, output }: FailedRun,
  ...explanations: readonly string[]
): string {
  const lines = [...explanations, ...getLastLines(output).map((line) => `| ${line}`)];
  return [`  ${name}: ${exit}\n`, ...lines.map((line) => `    ${line}\n`)].join('');
}

/** Says what the runs show, a sentence a line. */
function concludeMatrix({ outcome, culprits, flaky, points }: MatrixReport): readonly string[] {
  const alone = culprits.flatMap(({ choices }) => (choices.length === 1 ? choices : []));
  const open = new Set(alone.filter((one) => !isPromised(one)).map(({ point }) => point));
  const profiles = culprits.filter(({ choices }) => choices.length > 1).map(({ name }) => name);
  const unused = points.filter(({ used }) => !used).map(({ point }) => point);
  return [
    outcome === 'passed' &&
      'The command passes with every profile, and every choice of the points that it uses.',
    outcome === 'failed' &&
      culprits.length === 0 &&
      `The command is flaky: ${formatCount(flaky.length, 'failure')} did not happen again.`,
    open.size > 0 && `The command depends on unspecified behaviour: ${[...open].join(', ')}.`,
    profiles.length > 0 && `The command fails with choices together: ${profiles.join(', ')}.`,
    alone.some(isPromised) && 'The command does not support promised behaviour: int64 ids.',
    unused.length > 0 && `Not varied, as no run used them: ${unused.join(', ')}.`,
  ].filter((sentence) => sentence !== false);
}

export function formatMatrix(report: MatrixReport): string {
  const { culprits, flaky } = report;
  const formatBlock = (title: string, failures: readonly string[]) =>
    failures.length === 0 ? '' : `${title}\n${failures.join('')}\n`;
  return [
    `${formatPoints(report)}\n`,
    formatBlock(
      'Choices that make the command fail:',
      culprits.map((one) => formatFailure(one, explain(one, report))),
    ),
    formatBlock(
      'Failures that did not happen again (flaky):',
      flaky.map((one) => formatFailure(one)),
    ),
    ...concludeMatrix(report).map((sentence) => `${sentence}\n`),
  ].join('');
}

export function listPointCases(report: MatrixReport): JunitCase[] {
  const { points, culprits, flaky } = report;
  const createFailure = (failure: FailedRun, message: string): JunitCase => {
    const details = formatFailure(failure);
    return { name: failure.name, className: 'choices', verdict: 'failed', message, details };
  };
  const others = points.filter(({ failsWith }) => failsWith.length === 0);
  return [
    ...culprits.map((one) => createFailure(one, explain(one, report))),
    ...flaky.map((one) => createFailure(one, 'The failure did not happen again.')),
    ...others.map(({ point: name, section, used }): JunitCase => {
      const rest = { className: `section ${section}`, message: 'No run used it.', details: '' };
      return { ...rest, name, verdict: used ? 'passed' : 'inconclusive' };
    }),
  ];
}
