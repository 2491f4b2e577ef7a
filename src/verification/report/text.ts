import { styleText } from 'node:util';
import { escapeUnprintable } from '../../log/redaction.js';
import { type RequirementResult, type Verdict, verdicts } from '../result.js';
import { isExcluded } from './outcome.js';
import {
  countVerdicts,
  findCommonCauses,
  formatTitle,
  groupBySection,
  groupCases,
  listEvidence,
  type VerificationReport,
} from './report.js';

const marks: Readonly<Record<Verdict, string>> = {
  passed: '✓',
  advice: '!',
  inconclusive: '?',
  failed: '✗',
};
const colours = {
  passed: 'green',
  advice: 'cyan',
  inconclusive: 'yellow',
  failed: 'red',
} as const;

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

function createPaint(coloured: boolean): Paint {
  return (style, text) => (coloured ? styleText(style, text, { validateStream: false }) : text);
}

function formatRequirement(result: RequirementResult, paint: Paint): string[] {
  const { verdict, requirement, cases } = result;
  const groups = groupCases(result);
  const isWhole = groups[0]?.names.length === cases.length;
  const formatLine = (worst: Verdict, text: string) =>
    `${paint(colours[worst], marks[worst])} ${escapeUnprintable(text)}`;
  return [
    `  ${formatLine(verdict, requirement)}`,
    ...groups.flatMap(({ names, first }) => [
      ...(isWhole ? [] : [`    ${formatLine(first.verdict, names.join('; '))}`]),
      ...listEvidence(result, first).map(([name, part]) => {
        const text = escapeUnprintable(part);
        const isWrong = name === 'problem' || name === 'received';
        const isReason = name === first.verdict;
        return `      ${isReason ? `${name}:` : name.padEnd(9)} ${isWrong ? paint('red', text) : text}`;
      }),
    ]),
  ];
}

function formatTable({ requirements }: VerificationReport): string[] {
  const rows = [
    ...groupBySection(requirements).map(
      ([section, results]) => [formatTitle(section), countVerdicts(results)] as const,
    ),
    ['all', countVerdicts(requirements)] as const,
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
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

/** Says what the verification shows, and what it does not show. */
function formatConclusion({ requirements, url, outcome, reason }: VerificationReport): string {
  const { passed, advice, inconclusive, failed } = countVerdicts(requirements);
  const all = requirements.length;
  const excluded = requirements.filter(isExcluded).length;
  const advised = advice === 0 ? '' : `; ${advice} with advice`;
  const shown =
    failed > 0
      ? `${url} fails ${failed} of ${all} requirements of the interface; ${passed} passed${advised}.`
      : `${url} passes ${passed} of ${all} requirements of the interface${advised}.`;
  const why = excluded === 0 ? '' : `, of which an option excludes ${excluded}`;
  return [
    ...(outcome === 'inconclusive' && reason !== undefined
      ? [`Not verified: ${escapeUnprintable(reason)}`]
      : []),
    shown,
    ...(inconclusive === 0 ? [] : [`Not shown: ${inconclusive} inconclusive${why}.`]),
  ].join(' ');
}

const outcomeColours = { passed: 'green', inconclusive: 'yellow', failed: 'red' } as const;

function formatCauses({ requirements }: VerificationReport): string[] {
  const { failed: all } = countVerdicts(requirements);
  const lines = findCommonCauses(requirements).map(({ description, failed, inconclusive }) => {
    const rest = inconclusive === 0 ? '' : `; also makes ${inconclusive} inconclusive`;
    return `  ${failed} of ${all} failures: ${description}${rest}`;
  });
  return lines.length === 0 ? [] : ['Common causes', ...lines, ''];
}

/** Only for a provider that conforms is a 2xx response known to be a pet. */
function formatCost({ outcome, createdPets, milliseconds }: VerificationReport): string {
  const counted = outcome === 'passed' ? 'Created pets' : 'createPet responses with 2xx';
  return `${counted}: ${createdPets}. Duration: ${(milliseconds / 1_000).toFixed(1)} s.`;
}

/** Formats the report as text: every requirement with its verdict, and the counts of each section. */
export function formatReport(report: VerificationReport, coloured: boolean): string {
  const paint = createPaint(coloured);
  const { requirements, reason, stopped, url } = report;
  const isTested = requirements.some(({ verdict }) => verdict !== 'inconclusive');
  if (reason !== undefined && stopped === undefined && !isTested) {
    return `${paint('yellow', `${url} could not be verified.`)} ${escapeUnprintable(reason)}\n`;
  }
  const sections = groupBySection(requirements).flatMap(([section, results]) => [
    paint('bold', formatTitle(section)),
    ...results.flatMap((result) => formatRequirement(result, paint)),
    '',
  ]);
  return [
    ...sections,
    ...formatTable(report),
    '',
    ...formatCauses(report),
    ...(stopped === undefined
      ? []
      : [paint('yellow', `Incomplete: ${escapeUnprintable(stopped)}.`)]),
    `${paint(outcomeColours[report.outcome], formatConclusion(report))} ${formatCost(report)}`,
    '',
  ].join('\n');
}

/** Lists the created pets: those whose names contain the prefix can be found by it, the others by id. */
export function formatCreated({ created, namePrefix }: VerificationReport): string {
  const lines = created.map(({ id = '(no id)', name }) => {
    const other = name?.includes(namePrefix) ? '' : '  (without the prefix)';
    return `  ${escapeUnprintable(id)}  ${escapeUnprintable(JSON.stringify(name) ?? '(no name)')}${other}`;
  });
  return [
    '',
    created.length === 0
      ? 'No pets were created.'
      : `Created pets, in this order; the prefix of this run is "${namePrefix}":`,
    ...lines,
    '',
  ].join('\n');
}
