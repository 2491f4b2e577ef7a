import { formatCount } from '../summary/text.js';
import {
  type Culprit,
  inWords,
  type MatrixReport,
  type PointFindings,
  type SingleChoice,
} from './report.js';

/** So many lines of what a command printed are shown. */
const maxLines = 20;

/** The last lines of what a command printed; of more, it is said how many were left out. */
export function lastLines(output: string): string[] {
  const lines = allLines(output);
  const left = lines.length - maxLines;
  return left > 0 ? [`… ${formatCount(left, 'line')} before`, ...lines.slice(left)] : lines;
}

function allLines(output: string): string[] {
  return output.trim() === '' ? [] : output.trimEnd().split('\n');
}

function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function pointsTable(points: readonly PointFindings[]): string {
  const list = (choices: readonly string[]) => choices.join(', ') || '-';
  // What never came up passes with anything, and proves nothing.
  return table([
    ['open point', 'section', 'came up', 'passes with', 'breaks with'],
    ...points.map(({ point, section, cameUp, holdsWith, breaksWith }) => [
      point,
      section,
      cameUp ? 'yes' : 'no',
      cameUp ? list(holdsWith) : '-',
      list(breaksWith),
    ]),
  ]);
}

function runsLines({ runs }: MatrixReport): string {
  const profiles = runs.filter(({ name }) => name.startsWith('profile '));
  const lines = profiles.map(({ name, passed, ending }) => [
    name,
    passed ? 'passed' : `failed (${ending})`,
  ]);
  const others = runs.slice(profiles.length);
  const failed = others.filter(({ passed }) => !passed).length;
  const pairs = `${others.length - failed} passed, ${failed} failed`;
  return table([...lines, [`${formatCount(others.length, 'combination')} of all pairs`, pairs]]);
}

function printed(output: string, verbose: boolean): string {
  const lines = verbose ? allLines(output) : lastLines(output);
  return lines.map((line) => `    | ${line}\n`).join('');
}

/** Shows nothing but what is promised: that identifiers are int64. */
const isPromised = ({ point, choice }: SingleChoice) => point === 'id-scheme' && choice === 'large';

/** What a choice means for who has to mend the client. */
function explain(single: SingleChoice, points: readonly PointFindings[], alone: boolean): string {
  if (isPromised(single)) {
    return (
      '    The document says that identifiers are int64 (section 2), so all 64 bits have to be kept. ' +
      'JSON.parse\n    rounds integers beyond 2^53: read them as bigint or as text.\n'
    );
  }
  const { point } = single;
  const { silent, section, holdsWith } = points.find((row) => row.point === point) as PointFindings;
  const needs = alone ? `; your command needs ${holdsWith.join(' or ')}` : '';
  return `    The document says nothing about ${silent} (section ${section})${needs}.\n`;
}

function culpritText(
  { choices, ending, output }: Culprit,
  points: readonly PointFindings[],
  verbose: boolean,
): string {
  const alone = choices.length === 1;
  const explanations = choices.map((single) => explain(single, points, alone)).join('');
  return `  ${inWords(choices)}: ${ending}\n${explanations}${printed(output, verbose)}`;
}

/** What failed once is explained by nothing. */
function flakyText({ choices, ending, output }: Culprit, verbose: boolean): string {
  return `  ${inWords(choices)}: ${ending}\n${printed(output, verbose)}`;
}

function outcomeOf({ outcome, culprits, flaky }: MatrixReport): string {
  if (outcome === 'passed') {
    return 'The command passes under every profile and every pair of choices.';
  }
  if (culprits.length === 0) {
    return `The command is flaky: ${formatCount(flaky.length, 'failure')} did not happen again.`;
  }
  const choices = culprits.flatMap((culprit) => culprit.choices);
  const open = new Set(choices.filter((one) => !isPromised(one)).map(({ point }) => point));
  return [
    ...(open.size > 0
      ? [`The command relies on what the document does not promise: ${[...open].join(', ')}.`]
      : []),
    ...(choices.some(isPromised)
      ? ['The command does not cope with what the document does promise: int64 identifiers.']
      : []),
  ].join('\n');
}

function verdict(report: MatrixReport): string {
  const silent = report.points.filter(({ cameUp }) => !cameUp).map(({ point }) => point);
  const unproved =
    silent.length === 0
      ? ''
      : `Nothing is proved about what never came up: ${silent.join(', ')}.\n`;
  return `${outcomeOf(report)}\n${unproved}`;
}

/** The report for people. */
export function writeMatrix(report: MatrixReport, verbose: boolean): string {
  const { points, culprits, flaky } = report;
  const block = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [`${title}\n${texts.join('')}`];
  const explained = (alone: boolean) =>
    culprits
      .filter(({ choices }) => (choices.length === 1) === alone)
      .map((culprit) => culpritText(culprit, points, verbose));
  return [
    runsLines(report),
    pointsTable(points),
    ...block('Breaks the command by itself:', explained(true)),
    ...block('Breaks the command only together:', explained(false)),
    ...block(
      'Failed once, and passed when run again (flaky):',
      flaky.map((failure) => flakyText(failure, verbose)),
    ),
    verdict(report),
  ].join('\n');
}
