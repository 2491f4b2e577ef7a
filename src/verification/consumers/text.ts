import { escapeLine, escapeUnprintable } from '../../log/redaction.js';
import { marks } from '../report/report.js';
import { colours, createPaint, formatCounts, formatParts, type Paint } from '../report/text.js';
import {
  formatConclusion,
  formatCount,
  formatExcuse,
  formatExtent,
  formatName,
  formatPublished,
  listEntries,
  listParts,
} from './conclusion.js';
import { countVerdicts } from './outcome.js';
import {
  type ConsumerResult,
  type ConsumersReport,
  consumerVerdicts,
  type InteractionResult,
} from './result.js';
import type { ConsumersPlan } from './run.js';

/** Formats what is about to be verified. */
export function formatPlan(url: string, { pacts, createsPets, namePrefix }: ConsumersPlan): string {
  const lines = pacts.map(
    ({ consumer, interactions, origin }) =>
      `  ${escapeLine(`${consumer}: ${formatCount(interactions.length)} (${origin.source})`)}\n`,
  );
  const pets = createsPets
    ? `This creates pets, which stay. The names of those for provider states begin with "${namePrefix}".`
    : 'No pets are created.';
  return (
    `Verifying ${url} against ${formatCount(pacts.length, 'pact')}, and not against the requirements of the ` +
    `interface (leave out --pact and --broker for those):\n${lines.join('')}${pets}\n`
  );
}

function formatInteraction(result: InteractionResult, paint: Paint): string[] {
  const { verdict } = result;
  const line = escapeUnprintable(`${formatName(result)}${formatExcuse(result)}`);
  return [
    ` ${paint(colours[verdict], marks[verdict])} ${line}`,
    ...formatParts(listParts(result), paint),
  ];
}

function formatConsumer(consumer: ConsumerResult, paint: Paint): string[] {
  const head = escapeLine(formatExtent(consumer));
  return [
    paint('bold', head),
    ...formatParts([['pact', consumer.source]], paint),
    ...consumer.interactions.flatMap((one) => formatInteraction(one, paint)),
    ...[formatPublished(consumer), ...(consumer.notices ?? [])].flatMap((line) =>
      line === undefined ? [] : [`   ${escapeLine(line)}`],
    ),
    '',
  ];
}

const formatTable = (consumers: readonly ConsumerResult[]): string[] =>
  formatCounts(
    'consumer',
    consumerVerdicts,
    consumers.map(
      ({ consumer, interactions }) => [escapeLine(consumer), countVerdicts(interactions)] as const,
    ),
  );

/** Formats the report as text: what each consumer needs, and whether it gets it. */
export function formatReport(report: ConsumersReport, coloured: boolean): string {
  const paint = createPaint(coloured);
  const { consumers, outcome, createdPets, milliseconds } = report;
  const conclusion = paint(colours[outcome], escapeUnprintable(formatConclusion(report)));
  const cost = `createPet responses with 2xx: ${createdPets}. Duration: ${(milliseconds / 1_000).toFixed(1)} s.`;
  return [
    ...consumers.flatMap((consumer) => formatConsumer(consumer, paint)),
    ...(consumers.length === 0 ? [] : [...formatTable(consumers), '']),
    ...listEntries(report).map(escapeUnprintable),
    `${conclusion} ${cost}`,
    '',
  ].join('\n');
}
