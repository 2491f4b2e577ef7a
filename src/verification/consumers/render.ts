import { element, type Markup, table } from '../../report-pages/markup.js';
import { renderParts, renderVerdict } from '../report/render.js';
import {
  formatConclusion,
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

function renderInteraction(result: InteractionResult): Markup {
  const { verdict } = result;
  const line = [renderVerdict(verdict), ` ${formatName(result)}${formatExcuse(result)}`];
  return verdict === 'passed'
    ? element('p', {}, line)
    : element('details', {}, element('summary', {}, line), renderParts(listParts(result)));
}

function renderConsumer(consumer: ConsumerResult): Markup[] {
  const published = formatPublished(consumer);
  const remarks = [...(published === undefined ? [] : [published]), ...(consumer.notices ?? [])];
  return [
    element('h2', {}, consumer.consumer),
    element('p', {}, formatExtent(consumer), ' ', element('small', {}, consumer.source)),
    ...consumer.interactions.map(renderInteraction),
    ...(remarks.length === 0
      ? []
      : [
          element(
            'ul',
            {},
            remarks.map((remark) => element('li', {}, remark)),
          ),
        ]),
  ];
}

/** Renders a report: a table of the consumers, then each with its interactions. */
export function renderConsumers(report: ConsumersReport): Markup {
  const { url, outcome, consumers } = report;
  return element('div', { class: 'report' }, [
    element('h1', {}, `Verification of ${url} against the pacts of its consumers`),
    element('p', { class: outcome }, formatConclusion(report)),
    listEntries(report).map((entry) => element('p', {}, entry)),
    table(
      'Interactions of each consumer by verdict',
      ['consumer', ...consumerVerdicts],
      consumers.map(({ consumer, interactions }) => {
        const counts = countVerdicts(interactions);
        return [consumer, ...consumerVerdicts.map((one) => counts[one])] as const;
      }),
    ),
    consumers.map(renderConsumer),
  ]);
}
