import type { ServiceRequest } from '../document/message.js';
import type { Operation, OperationName } from '../document/operations.js';
import { listDifferences, type RequestPattern } from './patterns.js';
import { mix, mixValues } from './random.js';
import { canForce, type Scenario } from './scenarios.js';

/** A scenario that is armed ahead of time, as a test sends it. */
export interface RuleInput extends Scenario {
  /** Default: every operation that can respond so. */
  readonly operation?: OperationName | undefined;
  readonly match?: RequestPattern | undefined;
  /** How often the rule applies. Default: until it is removed. */
  readonly times?: number | undefined;
  /** From 0 to 1; seeded, so that it repeats. Default: 1. */
  readonly probability?: number | undefined;
}

/** A rule of a sandbox. */
export interface Rule extends RuleInput {
  readonly id: string;
  /** How often it applied. */
  applied: number;
  /** How often it matched, whether or not chance let it apply. */
  tried: number;
}

const readOrdinal = (id: string) => Number(/^rule-(\d{1,9})$/.exec(id)?.[1] ?? 0);

/** The identifier of the next rule. */
export function createRuleId(rulesAdded: number): string {
  return `rule-${rulesAdded + 1}`;
}

/** How many rules a sandbox counts at least: no two rules get the same identifier. */
export function countRules(rules: readonly Rule[], rulesAdded: number): number {
  return rules.reduce((max, { id }) => Math.max(max, readOrdinal(id)), rulesAdded);
}

/**
 * Finds the rule that applies to a request, the first that matches and that chance lets apply, and counts
 * the tries.
 */
export function applyRules(
  rules: readonly Rule[],
  seed: number,
  operation: Operation,
  request: ServiceRequest,
): Rule | undefined {
  for (const rule of rules) {
    const { id, operation: only, match = {}, times, probability = 1, applied } = rule;
    const concerns = only === undefined ? canForce(operation, rule) : only === operation.name;
    const isLeft = times === undefined || applied < times;
    if (!concerns || !isLeft || listDifferences(match, request).length > 0) {
      continue;
    }
    rule.tried += 1;
    if (mix(mix(seed, readOrdinal(id)), rule.tried) / mixValues < probability) {
      rule.applied += 1;
      return rule;
    }
  }
  return undefined;
}
