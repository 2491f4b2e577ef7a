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

function formatTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function formatPoints(points: readonly PointFindings[]): string {
  const list = (choices: readonly string[]) => choices.join(', ') || '-';
  // The command passes with any choice of a point that it never uses; that says nothing.
  return formatTable([
    ['open point', 'section', 'used', 'passes with', 'fails with'],
    ...points.map(({ point, section, used, passesWith, failsWith }) => [
      point,
      section,
      used ? 'yes' : 'no',
      used ? list(passesWith) : '-',
      list(failsWith),
    ]),
  ]);
}

function formatRuns({ runs }: MatrixReport): string {
  const profiles = runs.filter(({ name }) => name.startsWith('profile '));
  const lines = profiles.map(({ name, passed, exit }) => [
    name,
    passed ? 'passed' : `failed (${exit})`,
  ]);
  const others = runs.slice(profiles.length);
  const failed = others.filter(({ passed }) => !passed).length;
  const pairs = `${others.length - failed} passed, ${failed} failed`;
  return formatTable([...lines, [`${formatCount(others.length, 'combination')} of pairs`, pairs]]);
}

/** Large ids are int64, which the document promises: a failure is a defect of the client. */
const isPromised = ({ point, choice }: SingleChoice) => point === 'id-scheme' && choice === 'large';

/** Explains why the command fails with a choice. */
function explainChoice(
  single: SingleChoice,
  points: readonly PointFindings[],
  isAlone: boolean,
): string {
  if (isPromised(single)) {
    return (
      'The document promises that ids are int64 (section 2). JSON.parse rounds integers above 2^53: ' +
      'parse ids as bigint or as text.'
    );
  }
  const { point } = single;
  const findings = points.find((row) => row.point === point) as PointFindings;
  const { silent, section, passesWith } = findings;
  const need = isAlone ? `; the command needs ${passesWith.join(' or ')}` : '';
  return `The document does not specify ${silent} (section ${section})${need}.`;
}

function formatFailure({ choices, exit, output }: Culprit, explanations: readonly string[] = []) {
  const lines = getLastLines(output).map((line) => `    | ${line}\n`);
  const explained = explanations.map((one) => `    ${one}\n`);
  return `  ${formatChoices(choices)}: ${exit}\n${[...explained, ...lines].join('')}`;
}

/** Formats what the runs show, as one line or several. */
function formatOutcome({ outcome, complete, culprits, flaky, runs }: MatrixReport): string {
  if (outcome === 'passed' && !complete) {
    return `The command passes in all ${runs.length} runs; --max-runs left out other choices.`;
  }
  if (outcome === 'passed') {
    return 'The command passes with every profile, and every pair of choices of the points that it uses.';
  }
  if (culprits.length === 0 && complete) {
    return `The command is flaky: ${formatCount(flaky.length, 'failure')} did not happen again.`;
  }
  const choices = culprits.flatMap((culprit) => culprit.choices);
  const open = new Set(choices.filter((one) => !isPromised(one)).map(({ point }) => point));
  return [
    open.size > 0 && `The command depends on unspecified behaviour: ${[...open].join(', ')}.`,
    choices.some(isPromised) && 'The command does not support promised behaviour: int64 ids.',
    !complete && 'The search ended at --max-runs; other choices may make the command fail too.',
  ]
    .filter(Boolean)
    .join('\n');
}

export function formatMatrix(report: MatrixReport): string {
  const { points, culprits, flaky } = report;
  const unused = points.filter(({ used }) => !used).map(({ point }) => point);
  const untested =
    unused.length === 0 ? '' : `Not varied, as no run used them: ${unused.join(', ')}.\n`;
  const formatBlock = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [`${title}\n${texts.join('')}`];
  const formatCulprits = (alone: boolean) =>
    culprits
      .filter(({ choices }) => (choices.length === 1) === alone)
      .map((culprit) =>
        formatFailure(
          culprit,
          culprit.choices.map((single) => explainChoice(single, points, alone)),
        ),
      );
  return [
    formatRuns(report),
    formatPoints(points),
    ...formatBlock('Choices that make the command fail:', formatCulprits(true)),
    ...formatBlock('Choices that make the command fail together:', formatCulprits(false)),
    ...formatBlock(
      'Failures that did not happen again (flaky):',
      flaky.map((failure) => formatFailure(failure)),
    ),
    `${formatOutcome(report)}\n${untested}`,
  ].join('\n');
}
