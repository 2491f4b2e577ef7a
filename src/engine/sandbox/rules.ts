import type { ServiceRequest } from '../interface/message.js';
import type { Operation, OperationName } from '../interface/operations.js';
import { mix } from '../pets/order.js';
import { countDifferences, createRequestParts, type RequestPattern } from './patterns.js';
import { canForce, type Scenario } from './scenarios.js';

/** A scenario that is armed ahead of time. */
export interface Rule {
  readonly id: string;
  /** Default: every operation that can respond so. */
  readonly operation?: OperationName;
  readonly match?: RequestPattern;
  readonly scenario: Scenario;
  /** How often the rule applies. Default: until it is removed. */
  readonly times?: number;
  /** From 0 to 1; seeded, so that it repeats. Default: 1. */
  readonly probability?: number;
}

/** A rule with its counts. */
export interface RuleState extends Rule {
  readonly applied: number;
  /** How often it matched, whether or not chance let it apply. */
  readonly tried: number;
}

/** One matching rule, and whether chance let it apply. */
export interface RuleTry {
  readonly id: string;
  readonly applied: boolean;
}

const chances = 2 ** 32;

const readOrdinal = (id: string) => Number(/^rule-(\d{1,9})$/.exec(id)?.[1] ?? 0);

/** The identifier of the next rule. */
export function createRuleId(rulesAdded: number): string {
  return `rule-${rulesAdded + 1}`;
}

/** How many rules a sandbox counts at least: no two rules get the same identifier. */
export function countRules(rules: readonly Rule[], rulesAdded: number): number {
  return rules.reduce((max, { id }) => Math.max(max, readOrdinal(id)), rulesAdded);
}

/** The rules with the outcome of these tries counted. */
export function countTries(
  rules: readonly RuleState[],
  tries: readonly RuleTry[],
): readonly RuleState[] {
  const outcomes = new Map(tries.map(({ id, applied }) => [id, applied ? 1 : 0]));
  return rules.map((rule) => {
    const applied = outcomes.get(rule.id);
    return applied === undefined
      ? rule
      : { ...rule, tried: rule.tried + 1, applied: rule.applied + applied };
  });
}

/** Finds the rule that applies to a request: the first that matches and that chance lets apply. */
export function tryRules(
  rules: readonly RuleState[],
  seed: number,
  operation: Operation,
  request: ServiceRequest,
): { readonly rule: RuleState | undefined; readonly tries: readonly RuleTry[] } {
  const tries: RuleTry[] = [];
  const parts = createRequestParts(request);
  for (const rule of rules) {
    const { id, operation: only, match = {}, times, probability = 1, applied, tried } = rule;
    const concerns =
      only === undefined ? canForce(operation, rule.scenario) : only === operation.name;
    const left = times === undefined || applied < times;
    if (!concerns || !left || countDifferences(match, parts) > 0) {
      continue;
    }
    const chance = mix(mix(seed, readOrdinal(id)), tried + 1) / chances;
    const applies = chance < probability;
    tries.push({ id, applied: applies });
    if (applies) {
      return { rule, tries };
    }
  }
  return { rule: undefined, tries };
}
