import { quote } from '../../engine/interface/format.js';
import { listEvidence, type Part } from '../report/report.js';
import { countVerdicts } from './outcome.js';
import type { ConsumerResult, ConsumersReport, InteractionResult } from './result.js';

/** `1 interaction`, `2 interactions` */
export const formatCount = (count: number, thing = 'interaction') =>
  `${count} ${thing}${count === 1 ? '' : 's'}`;

/** Nearly every interaction has it. */
const commonState = 'the API key is valid';

/** Names an interaction, with its states: several may have the same description. */
export function formatName({ name, states }: InteractionResult): string {
  const given = states.filter((state) => state !== commonState);
  return given.length === 0 ? name : `${name} (given ${given.join('; ')})`;
}

/** Lists what shows why an interaction did not pass. */
export function listParts({ verdict, evidence, reason }: InteractionResult): Part[] {
  return [
    ...(evidence === undefined ? [] : listEvidence(evidence)),
    ...(reason === undefined ? [] : [[verdict, reason] as const]),
  ];
}

/** Formats what a consumer needs, and how much of it it gets: `shop needs 3 interactions and gets 2.` */
export function formatExtent({ consumer, interactions }: ConsumerResult): string {
  const { passed, failed, inconclusive } = countVerdicts(interactions);
  const rest = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
  ];
  const all = interactions.length;
  const gets = passed === all ? (all === 1 ? 'it' : `all ${all}`) : `${passed}`;
  return (
    `${consumer} needs ${formatCount(all)} and gets ${gets}` +
    `${rest.length === 0 ? '' : `; ${rest.join(', ')}`}.`
  );
}

const nameConsumers = (consumers: readonly ConsumerResult[]) =>
  quote(...new Set(consumers.map(({ consumer }) => consumer)));

/** Formats what the verification shows, and what it does not show. */
export function formatConclusion({ url, consumers, reason, stopped }: ConsumersReport): string {
  const find = (outcome: ConsumerResult['outcome']) =>
    consumers.filter((one) => one.outcome === outcome);
  const [passed, failed, unknown] = [find('passed'), find('failed'), find('inconclusive')];
  return [
    ...(stopped === undefined ? [] : [`Incomplete: ${stopped}.`]),
    ...(reason === undefined ? [] : [`Not verified: ${reason}`]),
    ...(consumers.length === 0
      ? []
      : [`${url} passes ${passed.length} of ${formatCount(consumers.length, 'pact')}.`]),
    ...(failed.length === 0 ? [] : [`It fails ${nameConsumers(failed)}.`]),
    ...(unknown.length === 0 ? [] : [`Not shown: ${nameConsumers(unknown)}.`]),
  ].join(' ');
}
