import { randomUUID } from 'node:crypto';
import { escapeUnprintable } from '../../document/format.js';
import { type Annotation, formatCommands } from '../../server/log/annotations.js';
import { formatConclusion, formatExtent } from './conclusion.js';
import { findFindings } from './findings.js';
import { listEvidence, type VerificationReport } from './report.js';

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
