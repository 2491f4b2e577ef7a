import { type Annotation, formatCommands } from '../../log/annotations.js';
import { escapeUnprintable } from '../../log/redaction.js';
import { createJunitBuilder, toCdata, toXmlText } from '../report/files.js';
import { escapeMarkdown, formatBlock, joinBlocks } from '../report/github.js';
import {
  formatConclusion,
  formatExcuse,
  formatExtent,
  formatName,
  listEntries,
  listParts,
} from './conclusion.js';
import type { ConsumerResult, ConsumersReport, InteractionResult } from './result.js';

export const formatJson = (report: ConsumersReport) => `${JSON.stringify(report, null, 2)}\n`;

const listLines = (result: InteractionResult) =>
  listParts(result).map(([name, text]) => `${name.padEnd(8)}  ${escapeUnprintable(text)}`);

const formatParts = (result: InteractionResult) => listLines(result).join('\n');

const excuse = (consumer: ConsumerResult, result: InteractionResult) =>
  consumer.pending === true ? ' (pending: fails nothing yet)' : formatExcuse(result);

/**
 * Formats the report as JUnit XML: a suite for each pact, named like its consumer; what failed is a
 * failure, unless it is pending or accepted, and the rest that did not pass is skipped.
 */
export async function formatJunit(report: ConsumersReport): Promise<string> {
  const builder = await createJunitBuilder();
  const { reason, stopped = reason, url, consumers } = report;
  if (stopped !== undefined) {
    const suite = builder.testSuite().name(toXmlText(url));
    suite.testCase().name('the provider can be verified').error(toXmlText(stopped));
  }
  for (const consumer of consumers) {
    const suite = builder.testSuite().name(toXmlText(consumer.consumer));
    for (const result of consumer.interactions) {
      const testCase = suite
        .testCase()
        .name(toXmlText(formatName(result)))
        .className(toXmlText(`pact.${consumer.consumer}`));
      const why = excuse(consumer, result);
      const details = [why.trim(), ...listLines(result)].map(toCdata).join('\n').trim();
      if (result.verdict === 'failed' && why === '') {
        testCase
          .failure(toXmlText(`${consumer.consumer}: ${result.name}`), 'failed')
          .stacktrace(details);
      } else if (result.verdict !== 'passed') {
        testCase.skipped().standardOutput(details);
      }
    }
  }
  return builder.build();
}

/** Lists the interactions that fail the run, or keep it from passing. */
const listCounted = ({ consumers }: ConsumersReport) =>
  consumers.flatMap((consumer) =>
    consumer.interactions
      .filter((result) => result.verdict !== 'passed' && excuse(consumer, result) === '')
      .map((result) => ({ title: `${consumer.consumer}: ${result.name}`, result })),
  );

/** Formats the failures as annotations of GitHub Actions, at most ten. */
export function formatAnnotations(report: ConsumersReport): string {
  const message = [formatConclusion(report), ...listEntries(report)]
    .map(escapeUnprintable)
    .join('\n');
  const counted: Annotation[] = listCounted(report).map(({ title, result }) => ({
    title,
    message: formatParts(result),
  }));
  const isUnexplained = counted.length === 0 && report.outcome !== 'passed';
  return formatCommands(
    'error',
    isUnexplained ? [{ title: 'animal-store verify', message }] : counted,
    (count) => ({ title: `${count} more interactions`, message }),
  );
}

/** Formats the conclusion, the consumers and the failures in Markdown, for the summary of a job. */
export const formatJobSummary = (report: ConsumersReport): string =>
  joinBlocks([
    '## animal-store verify',
    escapeMarkdown(formatConclusion(report)),
    ...listEntries(report).map(escapeMarkdown),
    report.consumers.map((consumer) => `- ${escapeMarkdown(formatExtent(consumer))}`).join('\n'),
    ...listCounted(report).flatMap(({ title, result }) => [
      `### ${escapeMarkdown(title)}`,
      formatBlock(formatParts(result)),
    ]),
  ]);
