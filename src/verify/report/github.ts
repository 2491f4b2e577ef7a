import { randomUUID } from 'node:crypto';
import { escapeUnprintable } from '../../document/format.js';
import { formatCommands } from '../../server/log/annotations.js';
import { formatConclusion, formatExtent, formatHead } from './conclusion.js';
import { findFindings } from './findings.js';
import { listEvidence, type VerificationReport } from './report.js';

/** What GitHub Actions shows of a verification. */
export interface Digest {
  readonly outcome: VerificationReport['outcome'];
  readonly conclusion: string;
  /** Paragraphs or list items that follow the conclusion in the summary. */
  readonly overview: readonly string[];
  /** What the problems are called, if there are too many. */
  readonly noun: string;
  readonly problems: readonly {
    readonly title: string;
    readonly intro?: string;
    readonly text: string;
  }[];
}

/** Maximum size in bytes; GitHub refuses a file above 1 MiB, and other programs may write to it. */
const maxSummary = 256 * 1024;

/** Formats problems as annotations of GitHub Actions, at most ten. */
export function annotate({ outcome, conclusion, noun, problems }: Digest): string {
  const message = escapeUnprintable(conclusion);
  const isUnexplained = problems.length === 0 && outcome !== 'passed';
  const annotations = isUnexplained
    ? [{ title: 'animal-store verify', message }]
    : problems.map(({ title, intro, text }) => ({
        title,
        message: [...(intro === undefined ? [] : [intro]), text].join('\n'),
      }));
  const describeRest = (count: number) => ({ title: `${count} more ${noun}`, message });
  return formatCommands('error', annotations, describeRest);
}

/** Encloses text in which a provider could put commands for GitHub Actions. */
export function withoutCommands(text: string): string {
  const token = randomUUID();
  return `::stop-commands::${token}\n${text}::${token}::\n`;
}

/** Every ASCII punctuation character can be escaped in Markdown. */
const escapeMarkdown = (text: string) => escapeUnprintable(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** Creates a code block; its fence is longer than any run of backticks in the text. */
function formatBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** Formats a digest in Markdown, for the summary of a job: as much of it as a summary may have. */
export function summarize({ conclusion, overview, problems }: Digest): string {
  const blocks = [
    '## animal-store verify',
    ...[conclusion, ...overview].map(escapeMarkdown),
    ...problems.flatMap(({ title, intro, text }, index) => [
      `### ${index + 1}\\. ${escapeMarkdown(title)}`,
      ...(intro === undefined ? [] : [escapeMarkdown(intro)]),
      formatBlock(text),
    ]),
  ];
  let size = 0;
  const kept = blocks.filter((block) => {
    size += Buffer.byteLength(block) + 2;
    return size <= maxSummary;
  });
  return `${kept.join('\n\n')}\n`;
}

function digest(report: VerificationReport): Digest {
  const findings = findFindings(report.requirements);
  return {
    outcome: report.outcome,
    conclusion: formatConclusion(report),
    overview: findings.length === 0 ? [] : [formatHead(findings)],
    noun: 'findings',
    problems: findings.map((finding) => ({
      title: finding.title,
      intro: `Explains ${formatExtent(finding)}.`,
      text: listEvidence(finding.evidence, finding)
        .map(([name, text]) => `${name.padEnd(8)}  ${escapeUnprintable(text)}`)
        .join('\n'),
    })),
  };
}

/** Formats the findings as annotations of GitHub Actions, at most ten. */
export const formatAnnotations = (report: VerificationReport) => annotate(digest(report));

/** Formats the conclusion and the findings in Markdown, for the summary of a job. */
export const formatJobSummary = (report: VerificationReport) => summarize(digest(report));
