import { type Annotation, formatCommands } from '../../base/annotations.js';
import { escapeUnprintable, shorten } from '../../base/text.js';
import { storedRejected } from '../causes.js';
import type { RequirementResult } from '../result.js';
import { type Finding, findFindings, formatEvidence } from './findings.js';
import { writeJunit } from './junit.js';
import { countVerdicts, formatConclusion, type VerificationReport } from './report.js';

const marks = { passed: '✓', advice: '!', inconclusive: '?', failed: '✗' } as const;

/** Maximum number of cases that a line names; the other reports have all. */
const maxNamed = 4;

/** Formats a requirement with its cases, unless it has one only. */
function formatExplained(explained: Finding['explains'][number]): string {
  const { verdict, section, requirement, cases, of } = explained;
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

/** Creates the test case of a requirement: one with advice passes with output. */
function createCase({ requirement, section, verdict }: RequirementResult, findings: Finding[]) {
  const found = findings.filter(({ explains }) =>
    explains.some((one) => one.requirement === requirement),
  );
  const details = found.map((finding) =>
    [`${finding.verdict}: ${finding.title}`, ...formatEvidence(finding)].join('\n'),
  );
  return {
    name: requirement,
    className: `section ${section}`,
    verdict,
    message: found.map(({ title }) => title).join('; '),
    details: details.join('\n\n'),
  };
}

/** Formats problems as annotations of GitHub Actions; without any, the conclusion of a run that did not pass. */
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
  return formatCommands('error', annotations, 'failures', message);
}

/** Encloses text in which a provider could put commands for GitHub Actions. */
export function withoutCommands(text: string): string {
  const token = crypto.randomUUID();
  return `::stop-commands::${token}\n${text}::${token}::\n`;
}

/** Formats a report in each format: text has the findings and the conclusion, annotations the failures. */
export function formatReport(report: VerificationReport) {
  const { requirements, ...rest } = report;
  const { url, reason, createdPets, milliseconds } = rest;
  const isVerified = requirements.length > 0;
  const findings = findFindings(requirements);
  const conclusion = formatConclusion(report);
  const isMore = findings.some(({ title }) => title.startsWith(storedRejected));
  const more = isMore ? ', and those of requests that it rejected' : '';
  const seconds = (milliseconds / 1_000).toFixed(1);
  const lastLine = isVerified
    ? `${conclusion} Created pets: ${createdPets}${more}. Duration: ${seconds} s.`
    : `${url} could not be verified. ${reason}`;
  const lines = [...findings.flatMap(formatFinding), lastLine];
  const all = { ...rest, counts: countVerdicts(requirements), findings, requirements };
  const problems = findings
    .filter(({ verdict }) => verdict === 'failed')
    .map((finding) => ({
      title: finding.title,
      message: formatEvidence(finding).map(escapeUnprintable).join('\n'),
    }));
  return {
    outcome: isVerified ? report.outcome : 'unreached',
    text: lines.map((line) => `${escapeUnprintable(line)}\n`).join(''),
    json: `${JSON.stringify(all, null, 2)}\n`,
    junit: writeJunit(
      url,
      reason,
      requirements.map((one) => createCase(one, findings)),
    ),
    annotations: annotate(problems, report.outcome, conclusion),
  } as const;
}
