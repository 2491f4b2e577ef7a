import { randomUUID } from 'node:crypto';
import { stripVTControlCharacters, styleText } from 'node:util';
import { escapeUnprintable, formatCount, shorten } from '../../document/format.js';
import { type Annotation, formatCommands } from '../../server/log/annotations.js';
import { type Verdict, verdicts } from '../result.js';
import {
  type Explained,
  type Finding,
  findFindings,
  findRemarks,
  type Remark,
} from './findings.js';
import {
  countVerdicts,
  formatConclusion,
  formatTitle,
  groupBySection,
  listEvidence,
  listFinding,
  listRemark,
  listSelected,
  type Part,
  type VerificationReport,
} from './report.js';

const styles = {
  passed: { mark: '✓', colour: 'green' },
  advice: { mark: '!', colour: 'cyan' },
  inconclusive: { mark: '?', colour: 'yellow' },
  failed: { mark: '✗', colour: 'red' },
} as const;

const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  styleText(style, text, { validateStream: false });

/** Maximum number of cases that a line names, where something failed and elsewhere. */
const maxNamed = { failing: 6, passing: 2 };
/** Maximum length of each name; the other reports have full names. */
const maxName = 80;

/** Names the cases of a requirement, unless it has one only. */
function formatCases({ cases, of }: Explained, max: number): string {
  if (of === 1) {
    return '';
  }
  if (cases.length === of) {
    return ` (all ${of} cases)`;
  }
  const named = cases.slice(0, max).map((name) => shorten(name, maxName));
  const rest = cases.length > max ? `; and ${cases.length - max} more` : '';
  return ` (${cases.length} of ${of} cases: ${named.join('; ')}${rest})`;
}

const formatExplained = (explains: readonly Explained[], max: number = maxNamed.failing) =>
  explains.map((one) => {
    const { mark, colour } = styles[one.verdict];
    const text = escapeUnprintable(`${one.requirement}${formatCases(one, max)}`);
    return `   ${paint(colour, mark)} ${one.section.padEnd(3)} ${text}`;
  });

/** Formats parts with their names; those that are wrong in red. */
const formatParts = (parts: readonly Part[]) =>
  parts.map(([name, part]) => {
    const text = escapeUnprintable(part);
    const isWrong = name === 'problem' || name === 'received';
    return `   ${name.padEnd(8)}  ${isWrong ? paint('red', text) : text}`;
  });

/** `10 failed and 14 inconclusive requirements` */
export function formatExtent({ failed, inconclusive }: Pick<Finding, 'failed' | 'inconclusive'>) {
  const counts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
  ].join(' and ');
  return `${counts} requirement${failed + inconclusive === 1 ? '' : 's'}`;
}

/** Formats how much the findings explain: `1 finding explains 3 failed requirements.` */
function formatHead(findings: readonly Finding[]): string {
  const explains = findings.flatMap((finding) => finding.explains);
  const count = (verdict: Verdict) =>
    new Set(explains.filter((one) => one.verdict === verdict).map((one) => one.requirement)).size;
  const extent = formatExtent({ failed: count('failed'), inconclusive: count('inconclusive') });
  const verb = findings.length === 1 ? 'explains' : 'explain';
  return `${formatCount(findings.length, 'finding')} ${verb} ${extent}.`;
}

function formatFinding(finding: Finding, number: number): string[] {
  return [
    paint('bold', escapeUnprintable(`${number}. ${finding.title}`)),
    ...formatParts([...listFinding(finding), ['explains', formatExtent(finding)]]),
    ...formatExplained(finding.explains),
    '',
  ];
}

function formatRemark(remark: Remark, max: number): string[] {
  const { verdict, reason = '' } = remark.first;
  const { mark, colour } = styles[verdict];
  const what = verdict === 'advice' ? 'advice, which does not fail the run' : verdict;
  // The requirement may have failed in another case, which a finding lists.
  const explains = remark.explains.map((one) => ({ ...one, verdict }));
  return [
    `${paint(colour, `${mark} ${what}:`)} ${escapeUnprintable(reason)}`,
    ...formatParts(listRemark(remark)),
    ...formatExplained(explains, max),
    '',
  ];
}

/** Formats the number of requirements per section and verdict as a table. */
function formatTable(report: VerificationReport): string[] {
  const requirements = listSelected(report);
  const rows = [
    ...groupBySection(requirements).map(
      ([section, results]) => [formatTitle(section), countVerdicts(results)] as const,
    ),
    ['all', countVerdicts(requirements)] as const,
  ];
  const width = Math.max('section'.length, ...rows.map(([name]) => name.length));
  return [
    ['section'.padEnd(width), ...verdicts].join('  '),
    ...rows.map(([name, counts]) =>
      [
        name.padEnd(width),
        ...verdicts.map((verdict) => String(counts[verdict]).padStart(verdict.length)),
      ].join('  '),
    ),
  ];
}

/** A 2xx response certainly created a pet only if the provider conforms. */
function formatCost({ outcome, createdPets, milliseconds }: VerificationReport): string {
  const counted = outcome === 'passed' ? 'Created pets' : 'createPet responses with 2xx';
  return `${counted}: ${createdPets}. Duration: ${(milliseconds / 1_000).toFixed(1)} s.`;
}

function formatLines(report: VerificationReport): string[] {
  const { requirements, reason, stopped, url, outcome } = report;
  const max = outcome === 'passed' ? maxNamed.passing : maxNamed.failing;
  const isTested = requirements.some(({ verdict }) => verdict !== 'inconclusive');
  if (reason !== undefined && stopped === undefined && !isTested) {
    return [`${paint('yellow', `${url} could not be verified.`)} ${escapeUnprintable(reason)}`];
  }
  const findings = findFindings(requirements);
  const conclusion = escapeUnprintable(formatConclusion(report));
  return [
    ...(findings.length === 0 ? [] : [formatHead(findings), '']),
    ...findings.flatMap((finding, index) => formatFinding(finding, index + 1)),
    ...findRemarks(requirements).flatMap((remark) => formatRemark(remark, max)),
    ...formatTable(report),
    '',
    `${paint(styles[outcome].colour, conclusion)} ${formatCost(report)}`,
  ];
}

/** Formats the report as text: the findings, other remarks, and the counts of each section. */
export function formatReport(report: VerificationReport, coloured: boolean): string {
  const text = `${formatLines(report).join('\n')}\n`;
  return coloured ? text : stripVTControlCharacters(text);
}

/**
 * Formats problems as annotations of GitHub Actions, at most ten; without any, the conclusion is one, if
 * the run did not pass.
 *
 * @param noun what the problems are called, if there are too many
 */
export function annotate(
  problems: readonly Annotation[],
  noun: string,
  outcome: VerificationReport['outcome'],
  conclusion: string,
): string {
  const message = escapeUnprintable(conclusion);
  const annotations =
    problems.length > 0 || outcome === 'passed'
      ? problems
      : [{ title: 'animal-store verify', message }];
  return formatCommands('error', annotations, (count) => ({
    title: `${count} more ${noun}`,
    message,
  }));
}

/** Encloses text in which a provider could put commands for GitHub Actions. */
export function withoutCommands(text: string): string {
  const token = randomUUID();
  return `::stop-commands::${token}\n${text}::${token}::\n`;
}

/** Formats the findings as annotations of GitHub Actions, at most ten. */
export function formatAnnotations(report: VerificationReport): string {
  const problems = findFindings(report.requirements).map((finding) => ({
    title: finding.title,
    message: [
      `Explains ${formatExtent(finding)}.`,
      ...listEvidence(finding.evidence, finding).map(
        ([name, text]) => `${name.padEnd(8)}  ${escapeUnprintable(text)}`,
      ),
    ].join('\n'),
  }));
  return annotate(problems, 'findings', report.outcome, formatConclusion(report));
}
