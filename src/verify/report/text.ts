import { randomUUID } from 'node:crypto';
import { escapeUnprintable, shorten } from '../../document/format.js';
import { type Annotation, formatCommands } from '../../options/annotations.js';
import { storedRejected } from '../causes.js';
import { type Explained, type Finding, findFindings, formatEvidence } from './findings.js';
import { formatConclusion, type VerificationReport } from './report.js';

const marks = { passed: '✓', advice: '!', inconclusive: '?', failed: '✗' } as const;

/** Maximum number of cases that a line names; the other reports have all. */
const maxNamed = 4;

/** Formats a requirement with its cases, unless it has one only. */
function formatExplained({ verdict, section, requirement, cases, of }: Explained): string {
  const line = `   ${marks[verdict]} ${section.padEnd(3)} ${requirement}`;
  const named = cases.slice(0, maxNamed).map((name) => shorten(name));
  const rest = cases.length > maxNamed ? '; …' : '';
  return of === 1 ? line : `${line} (${cases.length} of ${of} cases: ${named.join('; ')}${rest})`;
}

const titles = {
  inconclusive: '? inconclusive:',
  advice: '! advice, which does not fail the run:',
};

function formatFinding(finding: Finding, index: number): string[] {
  const { verdict, title, explains } = finding;
  return [
    `${verdict === 'failed' ? `${index + 1}.` : titles[verdict]} ${title}`,
    ...formatEvidence(finding).map((line) => `   ${line}`),
    ...explains.map(formatExplained),
    '',
  ];
}

/** Formats the report as text: the findings, and the conclusion. */
export function formatReport(report: VerificationReport): string {
  const { requirements, reason, url, createdPets, milliseconds } = report;
  const seconds = (milliseconds / 1_000).toFixed(1);
  const findings = findFindings(requirements);
  const isMore = findings.some(({ title }) => title.startsWith(storedRejected));
  const more = isMore ? ', and those of requests that it rejected' : '';
  const conclusion =
    requirements.length === 0
      ? `${url} could not be verified. ${reason}`
      : `${formatConclusion(report)} Created pets: ${createdPets}${more}. Duration: ${seconds} s.`;
  const lines = [...findings.flatMap(formatFinding), conclusion];
  return lines.map((line) => `${escapeUnprintable(line)}\n`).join('');
}

/**
 * Formats problems as annotations of GitHub Actions, at most ten; without any, the conclusion is one, if
 * the run did not pass.
 */
export function annotate(
  problems: readonly Annotation[],
  outcome: string,
  conclusion: string,
): string {
  const message = escapeUnprintable(conclusion);
  const annotations =
    problems.length > 0 || outcome === 'passed'
      ? problems
      : [{ title: 'animal-store verify', message }];
  return formatCommands('error', annotations, (count) => ({
    title: `${count} more failures`,
    message,
  }));
}

/** Encloses text in which a provider could put commands for GitHub Actions. */
export function withoutCommands(text: string): string {
  const token = randomUUID();
  return `::stop-commands::${token}\n${text}::${token}::\n`;
}

/** Formats the failures as annotations of GitHub Actions, at most ten. */
export function formatAnnotations(report: VerificationReport): string {
  const failures = findFindings(report.requirements).filter(({ verdict }) => verdict === 'failed');
  const problems = failures.map((finding) => ({
    title: finding.title,
    message: formatEvidence(finding).map(escapeUnprintable).join('\n'),
  }));
  return annotate(problems, report.outcome, formatConclusion(report));
}
