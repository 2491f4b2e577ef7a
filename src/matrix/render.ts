import { type Content, element, type Markup, table } from '../report-pages/markup.js';
import {
  type CompleteMatrixReport,
  type Culprit,
  formatChoices,
  type MatrixReport,
} from './report.js';
import { explainChoice, formatOutcome, getLastLines } from './text.js';

/** Maximum numbers in a page; JSON has all. */
const maxRuns = 500;
const maxFailures = 50;
/** Maximum length of an excerpt. */
const maxExcerpt = 4_000;

/** Colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin so
const colours = /\u001b\[[\d;]*m/g;

/** The end of an output, as far as a page shows it. */
function excerptOutput(output: string): string {
  const excerpt = getLastLines(output).join('\n').replace(colours, '').replaceAll('\t', '  ');
  return excerpt.length > maxExcerpt ? `…${excerpt.slice(-maxExcerpt)}` : excerpt;
}

const excerptFailures = (failures: readonly Culprit[]) =>
  failures.slice(0, maxFailures).map((one) => ({ ...one, output: excerptOutput(one.output) }));

/** Cuts a report to what a page shows. */
export const excerptMatrix = (report: CompleteMatrixReport): CompleteMatrixReport => ({
  ...report,
  runs: report.runs.slice(0, maxRuns),
  culprits: excerptFailures(report.culprits),
  flaky: excerptFailures(report.flaky),
});

const renderLine = (line: string) => element('code', {}, line);

function renderFailure({ choices, exit, output }: Culprit, report?: MatrixReport): Markup {
  const explanations =
    report === undefined
      ? []
      : choices.map((one) => explainChoice(one, report.points, choices.length === 1));
  return element('article', report === undefined ? { class: 'flaky' } : {}, [
    element('h3', {}, formatChoices(choices)),
    explanations.map((text) => element('p', {}, text)),
    element('p', {}, exit),
    output === '' ? [] : element('pre', {}, output.split('\n').map(renderLine)),
  ]);
}

function renderFailures(title: string, failures: readonly Markup[]): Content {
  return failures.length === 0 ? [] : [element('h2', {}, title), failures];
}

const list = (choices: readonly string[]) => choices.join(', ') || '–';

const renderPoints = ({ points }: MatrixReport) =>
  table(
    'Open points',
    ['open point', 'the document is silent on', 'section', 'used', 'passes with', 'fails with'],
    points.map(({ point, silent, section, used, passesWith, failsWith }) => [
      point,
      silent,
      section,
      used ? 'yes' : 'no',
      used ? list(passesWith) : '–',
      element('span', { class: 'failed' }, list(failsWith)),
    ]),
  );

const renderRuns = ({ runs }: MatrixReport) =>
  table(
    'Runs',
    ['run', 'choices other than the default', 'result'],
    runs.map(({ name, choices, passed, exit }) => [
      name,
      formatChoices(choices) || '–',
      element('span', { class: passed ? 'passed' : 'failed' }, passed ? 'passed' : exit),
    ]),
  );

/** Renders a report: the choices that make the command fail, the open points, and the runs. */
export function renderMatrix(complete: CompleteMatrixReport): Markup {
  const report = excerptMatrix(complete);
  const { command, outcome, culprits, flaky, totalRuns, runs } = report;
  const planned = complete.runs.length;
  const shown = runs.length < planned ? ` The first ${runs.length} of ${planned} are shown.` : '';
  return element('div', { class: 'report' }, [
    element('h1', {}, `Matrix of ${command.join(' ')}`),
    formatOutcome(complete)
      .split('\n')
      .map((line) => element('p', { class: outcome }, line)),
    renderFailures(
      'Choices that make the command fail',
      culprits.map((one) => renderFailure(one, report)),
    ),
    renderFailures(
      'Failures that did not happen again',
      flaky.map((one) => renderFailure(one)),
    ),
    element('h2', {}, 'Open points'),
    renderPoints(report),
    element('h2', {}, 'Runs'),
    element('p', {}, `${totalRuns} runs in all, with those of the search.${shown}`),
    renderRuns(report),
  ]);
}
