import type { ServiceRequest } from '../document/message.js';
import type { Operation, OperationName } from '../document/operations.js';
import { listDifferences, type RequestPattern } from './patterns.js';
import { mix, mixValues } from './random.js';
import type { Sandbox } from './sandbox.js';
import { canForce, type Scenario } from './scenarios.js';

/** A rule of a sandbox: a scenario that is armed ahead of time. */
export interface Rule extends Scenario {
  readonly id: string;
  /** Default: every operation that can respond so. */
  readonly operation?: OperationName | undefined;
  readonly match?: RequestPattern | undefined;
  /** How often the rule applies. Default: until it is removed. */
  readonly times?: number | undefined;
  /** From 0 to 1; seeded, so that it repeats. Default: 1. */
  readonly probability?: number | undefined;
  /** How often it applied. */
  applied: number;
  /** How often it matched, whether or not chance let it apply. */
  tried: number;
}

/** A rule as a test sends it. */
export type RuleInput = Omit<Rule, 'id' | 'applied' | 'tried'>;

const readOrdinal = (id: string) => Number(/^rule-(\d{1,9})$/.exec(id)?.[1] ?? 0);

/** How many rules a sandbox counts at least: no two rules get the same identifier. */
export function countRules(rules: readonly Rule[], rulesAdded: number): number {
  return rules.reduce((max, { id }) => Math.max(max, readOrdinal(id)), rulesAdded);
}

/**
 * Finds the rule that applies to a request, the first that matches and that chance lets apply, and counts
 * the tries.
 */
export function applyRules(
  { rules, seed }: Sandbox,
  operation: Operation,
  request: ServiceRequest,
): Rule | undefined {
  return rules.find((rule) => {
    const { id, operation: only, match = {}, times, probability = 1, applied } = rule;
    const concerns = only === undefined ? canForce(operation, rule) : only === operation.name;
    const isLeft = times === undefined || applied < times;
    if (!concerns || !isLeft || listDifferences(match, request).length > 0) {
      return false;
    }
    rule.tried += 1;
    const applies = mix(mix(seed, readOrdinal(id)), rule.tried) / mixValues < probability;
    rule.applied += applies ? 1 : 0;
    return applies;
  });
}
