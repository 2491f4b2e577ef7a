import { CannotVerify, type Inconclusive } from '../result.js';
import { acceptFailures } from './accepted.js';
import type {
  AcceptedFailure,
  ConsumerResult,
  ConsumersReport,
  InteractionResult,
} from './result.js';

/** Whether an interaction counts for the outcome. */
const isCounted = ({ pending, accepted }: InteractionResult) =>
  pending !== true && accepted === undefined;

/** Concludes from the interactions of a pact what the provider does for its consumer. */
export function concludeConsumer(pact: Omit<ConsumerResult, 'outcome'>): ConsumerResult {
  const verdicts = pact.interactions.filter(isCounted).map(({ verdict }) => verdict);
  const outcome =
    (['failed', 'inconclusive'] as const).find((verdict) => verdicts.includes(verdict)) ??
    (pact.interactions.length === 0 ? 'inconclusive' : 'passed');
  return { ...pact, outcome };
}

/** Counts the interactions with each verdict. */
export function countVerdicts(
  interactions: readonly InteractionResult[],
): Readonly<Record<InteractionResult['verdict'], number>> {
  const counts = { passed: 0, inconclusive: 0, failed: 0 };
  for (const { verdict } of interactions) {
    counts[verdict] += 1;
  }
  return counts;
}

type Conclusion = Pick<
  ConsumersReport,
  'outcome' | 'reason' | 'stopped' | 'consumers' | 'expired' | 'unused'
>;

/**
 * Concludes from the pacts, or from why none could be verified, what a verification shows.
 *
 * @param accepted the failures that are accepted until a date
 */
export function concludeConsumers(
  pacts: readonly ConsumerResult[] | CannotVerify,
  accepted: readonly AcceptedFailure[],
  stop: AbortSignal,
): Conclusion {
  if (pacts instanceof CannotVerify) {
    return {
      outcome: 'inconclusive',
      reason: pacts.message,
      consumers: [],
      expired: [],
      unused: [],
    };
  }
  const { consumers: marked, ...entries } = acceptFailures(pacts, accepted, new Date());
  const consumers = marked.map(concludeConsumer);
  const stopped = stop.aborted ? { stopped: (stop.reason as Inconclusive).message } : {};
  const outcomes = consumers
    .filter(({ pending }) => pending !== true)
    .map(({ outcome }) => outcome);
  const outcome =
    (['failed', 'inconclusive'] as const).find((one) => outcomes.includes(one)) ??
    (stop.aborted ? 'inconclusive' : 'passed');
  return { outcome, ...stopped, consumers, ...entries };
}
