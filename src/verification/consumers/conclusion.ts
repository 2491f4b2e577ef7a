import { quote } from '../../engine/interface/format.js';
import { listEvidence, listKnown, type Part } from '../report/report.js';
import { countVerdicts } from './outcome.js';
import type {
  AcceptedFailure,
  ConsumerResult,
  ConsumersReport,
  InteractionResult,
} from './result.js';

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

/** Why an interaction that did not pass fails nothing; empty if it does. */
export function formatExcuse({ verdict, pending, accepted }: InteractionResult): string {
  if (verdict === 'passed') {
    return '';
  }
  if (accepted !== undefined) {
    return ` (accepted until ${accepted.until}: ${accepted.reason})`;
  }
  return pending === true ? ' (pending: fails nothing yet)' : '';
}

/** Lists what shows why an interaction did not pass. */
export function listParts({ verdict, evidence, reason }: InteractionResult): Part[] {
  return [
    ...(evidence === undefined ? [] : listEvidence(evidence)),
    ...listKnown({ [verdict]: reason }),
  ];
}

/** Formats what a consumer needs, and how much of it it gets: `shop needs 3 interactions and gets 2.` */
export function formatExtent({ consumer, interactions, pending }: ConsumerResult): string {
  const { passed, failed, inconclusive } = countVerdicts(interactions);
  const rest = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
  ];
  const all = interactions.length;
  const gets = passed === all ? (all === 1 ? 'it' : `all ${all}`) : `${passed}`;
  return (
    `${consumer} needs ${formatCount(all)} and gets ${gets}` +
    `${rest.length === 0 ? '' : `; ${rest.join(', ')}`}.` +
    (pending === true ? ' The pact is pending: it fails nothing yet.' : '')
  );
}

/** Describes what became of the result of a pact in the broker. */
export function formatPublished({ published }: ConsumerResult): string | undefined {
  if (published === undefined) {
    return undefined;
  }
  return 'reason' in published
    ? `result not published: ${published.reason}`
    : `result published: ${published.success ? 'success' : 'failure'}`;
}

/** Lists the entries of --accepted that need a look. */
export function listEntries({ consumers, expired, unused }: ConsumersReport): string[] {
  const isKnown = (entry: AcceptedFailure) =>
    consumers.some(
      ({ consumer, interactions }) =>
        consumer === entry.consumer && interactions.some(({ name }) => name === entry.interaction),
    );
  const describe = (problem: string, { consumer, interaction, until }: AcceptedFailure) =>
    `${problem}: ${consumer}, ${interaction} (until ${until}).`;
  return [
    ...expired.map((one) => describe('Accepted failure has expired', one)),
    ...unused.map((one) =>
      describe(
        isKnown(one)
          ? 'Accepted failure is not needed; remove it from the file'
          : 'No pact has the interaction of an accepted failure; correct or remove it',
        one,
      ),
    ),
  ];
}

const nameConsumers = (consumers: readonly ConsumerResult[]) =>
  quote(...new Set(consumers.map(({ consumer }) => consumer)));

/** Formats what the verification shows, and what it does not show. */
export function formatConclusion({ url, consumers, reason, stopped }: ConsumersReport): string {
  const find = (outcome: ConsumerResult['outcome']) =>
    consumers.filter((one) => one.pending !== true && one.outcome === outcome);
  const counted = consumers.filter(({ pending }) => pending !== true);
  const pending = consumers.length - counted.length;
  const [passed, failed, unknown] = [find('passed'), find('failed'), find('inconclusive')];
  return [
    ...(stopped === undefined ? [] : [`Incomplete: ${stopped}.`]),
    ...(reason === undefined ? [] : [`Not verified: ${reason}`]),
    ...(counted.length === 0
      ? []
      : [`${url} passes ${passed.length} of ${formatCount(counted.length, 'pact')}.`]),
    ...(pending === 0
      ? []
      : [
          `${formatCount(pending, 'pact')} pending: ${pending === 1 ? 'it fails' : 'they fail'} nothing yet.`,
        ]),
    ...(failed.length === 0 ? [] : [`It fails ${nameConsumers(failed)}.`]),
    ...(unknown.length === 0 ? [] : [`Not shown: ${nameConsumers(unknown)}.`]),
  ].join(' ');
}
