import { element, type Markup, table } from '../../report-pages/markup.js';
import { type RequirementResult, type Verdict, verdicts } from '../result.js';
import { formatConclusion, formatExtent, formatHead } from './conclusion.js';
import type { Explained, Finding } from './findings.js';
import {
  type CompleteReport,
  countVerdicts,
  formatTitle,
  groupBySection,
  groupCases,
  listCase,
  listFinding,
  listSelected,
  marks,
  type Part,
  type VerificationReport,
} from './report.js';

export const renderVerdict = (verdict: Verdict) =>
  element('span', { class: verdict, role: 'img', 'aria-label': verdict }, marks[verdict]);

export const renderParts = (parts: readonly Part[]) =>
  element(
    'dl',
    {},
    parts.map(([name, text]) => [
      element('dt', {}, name),
      element('dd', {}, element('code', {}, text)),
    ]),
  );

const renderExplained = ({ section, requirement, verdict, cases, of }: Explained) =>
  element(
    'li',
    {},
    [renderVerdict(verdict), ` ${section} ${requirement}`],
    of === 1 ? [] : element('small', {}, ` (${cases.length} of ${of} cases: ${cases.join('; ')})`),
  );

function renderFinding(finding: Finding, index: number): Markup {
  const { title, explains } = finding;
  return element('article', {}, [
    element('h3', {}, `${index + 1}. ${title}`),
    renderParts(listFinding(finding)),
    element('details', {}, [
      element('summary', {}, `explains ${formatExtent(finding)}`),
      element('ul', {}, explains.map(renderExplained)),
    ]),
  ]);
}

const renderCases = (result: RequirementResult) =>
  groupCases(result).map(({ names, first }) => [
    element('p', {}, renderVerdict(first.verdict), ` ${names.join('; ')}`),
    renderParts(listCase(result, first)),
  ]);

function renderRequirement(result: RequirementResult): Markup {
  const { verdict, requirement, cases } = result;
  const count = cases.length === 1 ? [] : element('small', {}, ` (${cases.length} cases)`);
  const line = [renderVerdict(verdict), ` ${requirement}`, count];
  return verdict === 'passed'
    ? element('p', {}, line)
    : element('details', {}, element('summary', {}, line), renderCases(result));
}

const renderTable = (report: VerificationReport) =>
  table(
    'Requirements of each section by verdict',
    ['section', ...verdicts],
    groupBySection(listSelected(report)).map(([section, results]) => {
      const counts = countVerdicts(results);
      return [formatTitle(section), ...verdicts.map((one) => counts[one])] as const;
    }),
  );

/** Renders a report: the findings, then each section with its requirements. */
export function renderVerification(report: CompleteReport): Markup {
  const { url, requirements, outcome, findings } = report;
  const explained =
    findings.length === 0
      ? []
      : [
          element('h2', {}, 'Findings'),
          element('p', {}, formatHead(findings)),
          findings.map(renderFinding),
        ];
  const advised = report.counts.advice === 0 ? '' : ' Advice does not fail a run.';
  return element('div', { class: 'report' }, [
    element('h1', {}, `Verification of ${url}`),
    element('p', { class: outcome }, formatConclusion(report), advised),
    explained,
    element('h2', {}, 'Sections'),
    renderTable(report),
    groupBySection(requirements).map(([section, results]) => [
      element('h2', {}, formatTitle(section)),
      results.map(renderRequirement),
    ]),
  ]);
}
