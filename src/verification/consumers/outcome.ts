import { CannotVerify, type Inconclusive } from '../result.js';
import type { ConsumerResult, ConsumersReport, InteractionResult } from './result.js';

/** Whether an interaction counts for the outcome. */
const isCounted = ({ pending }: InteractionResult) => pending !== true;

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

type Conclusion = Pick<ConsumersReport, 'outcome' | 'reason' | 'stopped' | 'consumers'>;

/** Concludes from the pacts, or from why none could be verified, what a verification shows. */
export function concludeConsumers(
  consumers: readonly ConsumerResult[] | CannotVerify,
  stop: AbortSignal,
): Conclusion {
  if (consumers instanceof CannotVerify) {
    return { outcome: 'inconclusive', reason: consumers.message, consumers: [] };
  }
  const stopped = stop.aborted ? { stopped: (stop.reason as Inconclusive).message } : {};
  const has = (outcome: ConsumerResult['outcome']) =>
    consumers.some((one) => one.outcome === outcome);
  const outcome = has('failed') ? 'failed' : has('inconclusive') ? 'inconclusive' : 'passed';
  return { outcome, ...stopped, consumers };
}
