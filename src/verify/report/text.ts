import { styleText } from 'node:util';
import { escapeUnprintable, shorten } from '../../document/format.js';
import { verdicts } from '../result.js';
import { formatConclusion, formatExtent, formatHead } from './conclusion.js';
import {
  type Explained,
  type Finding,
  findFindings,
  findRemarks,
  type Remark,
} from './findings.js';
import {
  countVerdicts,
  formatTitle,
  groupBySection,
  listFinding,
  listRemark,
  listSelected,
  marks,
  type Part,
  type VerificationReport,
} from './report.js';

const colours = {
  passed: 'green',
  advice: 'cyan',
  inconclusive: 'yellow',
  failed: 'red',
} as const;

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

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

const formatExplained = (
  explains: readonly Explained[],
  paint: Paint,
  max: number = maxNamed.failing,
) =>
  explains.map((one) => {
    const { section, requirement, verdict } = one;
    const text = escapeUnprintable(`${requirement}${formatCases(one, max)}`);
    return `   ${paint(colours[verdict], marks[verdict])} ${section.padEnd(3)} ${text}`;
  });

/** Formats parts with their names; those that are wrong in red. */
const formatParts = (parts: readonly Part[], paint: Paint) =>
  parts.map(([name, part]) => {
    const text = escapeUnprintable(part);
    const isWrong = name === 'problem' || name === 'received';
    return `   ${name.padEnd(8)}  ${isWrong ? paint('red', text) : text}`;
  });

function formatFinding(finding: Finding, number: number, paint: Paint): string[] {
  const { title, explains } = finding;
  return [
    paint('bold', escapeUnprintable(`${number}. ${title}`)),
    ...formatParts([...listFinding(finding), ['explains', formatExtent(finding)]], paint),
    ...formatExplained(explains, paint),
    '',
  ];
}

function formatRemark(remark: Remark, paint: Paint, max: number): string[] {
  const { verdict, reason = '' } = remark.first;
  const what = verdict === 'advice' ? 'advice, which does not fail the run' : verdict;
  // The requirement may have failed in another case, which a finding lists.
  const explains = remark.explains.map((one) => ({ ...one, verdict }));
  return [
    `${paint(colours[verdict], `${marks[verdict]} ${what}:`)} ${escapeUnprintable(reason)}`,
    ...formatParts(listRemark(remark), paint),
    ...formatExplained(explains, paint, max),
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

/** Formats the report as text: the findings, other remarks, and the counts of each section. */
export function formatReport(report: VerificationReport, coloured: boolean): string {
  const paint: Paint = (style, text) =>
    coloured ? styleText(style, text, { validateStream: false }) : text;
  const { requirements, reason, stopped, url, outcome } = report;
  const max = outcome === 'passed' ? maxNamed.passing : maxNamed.failing;
  const isTested = requirements.some(({ verdict }) => verdict !== 'inconclusive');
  if (reason !== undefined && stopped === undefined && !isTested) {
    return `${paint('yellow', `${url} could not be verified.`)} ${escapeUnprintable(reason)}\n`;
  }
  const findings = findFindings(requirements);
  return [
    ...(findings.length === 0 ? [] : [formatHead(findings), '']),
    ...findings.flatMap((finding, index) => formatFinding(finding, index + 1, paint)),
    ...findRemarks(requirements).flatMap((remark) => formatRemark(remark, paint, max)),
    ...formatTable(report),
    '',
    `${paint(colours[outcome], escapeUnprintable(formatConclusion(report)))} ${formatCost(report)}`,
    '',
  ].join('\n');
}
