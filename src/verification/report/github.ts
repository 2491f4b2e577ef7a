import { randomUUID } from 'node:crypto';
import { formatCommands } from '../../log/annotations.js';
import { escapeUnprintable } from '../../log/redaction.js';
import { formatConclusion, formatExtent, formatHead } from './conclusion.js';
import { type Finding, findFindings } from './findings.js';
import { listEvidence, type VerificationReport } from './report.js';

/** Maximum size in bytes; GitHub refuses a file above 1 MiB, and other programs may write to it. */
const maxSummary = 256 * 1024;

const formatEvidence = (finding: Finding) =>
  listEvidence(finding.evidence, finding)
    .map(([name, text]) => `${name.padEnd(8)}  ${escapeUnprintable(text)}`)
    .join('\n');

/** Formats the findings as annotations of GitHub Actions, at most ten. */
export function formatAnnotations(report: VerificationReport): string {
  const findings = findFindings(report.requirements);
  const conclusion = escapeUnprintable(formatConclusion(report));
  const isUnexplained = findings.length === 0 && report.outcome !== 'passed';
  const annotations = isUnexplained
    ? [{ title: 'animal-store verify', message: conclusion }]
    : findings.map((finding) => ({
        title: finding.title,
        message: `explains ${formatExtent(finding)}\n${formatEvidence(finding)}`,
      }));
  return formatCommands('error', annotations, (count) => ({
    title: `${count} more findings`,
    message: conclusion,
  }));
}

/** Encloses text in which a provider could put commands for GitHub Actions. */
export function withoutCommands(text: string): string {
  const token = randomUUID();
  return `::stop-commands::${token}\n${text}::${token}::\n`;
}

/** Every ASCII punctuation character can be escaped in Markdown. */
export const escapeMarkdown = (text: string) =>
  escapeUnprintable(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** Creates a code block; its fence is longer than any run of backticks in the text. */
export function formatBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** Formats the conclusion and the findings in Markdown, for the summary of a job. */
export function formatJobSummary(report: VerificationReport): string {
  const findings = findFindings(report.requirements);
  const blocks = [
    '## animal-store verify',
    escapeMarkdown(formatConclusion(report)),
    ...(findings.length === 0 ? [] : [escapeMarkdown(formatHead(findings))]),
    ...findings.flatMap((finding, index) => [
      `### ${index + 1}\\. ${escapeMarkdown(finding.title)}`,
      `Explains ${formatExtent(finding)}.`,
      formatBlock(formatEvidence(finding)),
    ]),
  ];
  return joinBlocks(blocks);
}

/** Joins blocks of Markdown, as many as a summary may have. */
export function joinBlocks(blocks: readonly string[]): string {
  let size = 0;
  const kept = blocks.filter((block) => {
    size += Buffer.byteLength(block) + 2;
    return size <= maxSummary;
  });
  return `${kept.join('\n\n')}\n`;
}
