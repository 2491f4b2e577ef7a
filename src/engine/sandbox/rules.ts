import type { ServiceRequest } from '../interface/message.js';
import type { Operation, OperationName } from '../interface/operations.js';
import { mix } from '../interface/random.js';
import type { Preferences } from './preferences.js';
import { fits, type RequestPattern } from './request-pattern.js';
import { canAnswer } from './scenarios.js';

/** A scenario that is set beforehand. */
export interface Rule {
  readonly id: string;
  /** Default: all of them, as far as they can answer so. */
  readonly operation?: OperationName;
  readonly match?: RequestPattern;
  /** What the answer is to be like, as the header `Prefer` says it. */
  readonly answer: Preferences;
  /** How many times more; without it, until the rule is removed. */
  readonly times?: number;
  /** From 0 to 1; seeded, so that it repeats. Default: 1. */
  readonly probability?: number;
}

/** A rule with how often it was applied. */
export interface RuleState extends Rule {
  readonly applied: number;
  /** How often it could have been, by chance. */
  readonly tried: number;
}

const chances = 2 ** 32;

const ordinalOf = (id: string) => Number(/^rule-(\d{1,9})$/.exec(id)?.[1] ?? 0);

/** The rules of one sandbox; the first that matches is applied. */
export class Rules {
  readonly #seed: number;
  #rules: RuleState[] = [];
  #number = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Adds a rule behind the others. */
  add(rule: Omit<Rule, 'id'>): RuleState {
    this.#number += 1;
    const added = { id: `rule-${this.#number}`, ...rule, applied: 0, tried: 0 };
    this.#rules.push(added);
    return added;
  }

  list(): readonly RuleState[] {
    return this.#rules;
  }

  /** Removes a rule, or all of them; whether there was one. */
  remove(id?: string): boolean {
    const kept = id === undefined ? [] : this.#rules.filter((rule) => rule.id !== id);
    const removed = kept.length < this.#rules.length;
    this.#rules = kept;
    return removed;
  }

  /** How many were added, removed ones included: the chance of the next one depends on it. */
  get added(): number {
    return this.#number;
  }

  /** Puts back the rules of a snapshot, with how often they were applied, and how many were added. */
  restore(rules: readonly RuleState[], added: number): void {
    this.#rules = rules.map((rule) => ({ ...rule }));
    // No two rules get the same identifier, whatever a person wrote.
    this.#number = rules.reduce((most, { id }) => Math.max(most, ordinalOf(id)), added);
  }

  /**
   * What the first rule that matches asks for, if one does. Nothing is awaited on the way, so a rule for
   * n times is applied n times however many requests come at once.
   */
  take(operation: Operation, request: ServiceRequest): Preferences | undefined {
    for (const [index, rule] of this.#rules.entries()) {
      const { operation: only, match = {}, times, probability = 1, answer } = rule;
      const concerns = only === undefined ? canAnswer(operation, answer) : only === operation.name;
      const left = times === undefined || rule.applied < times;
      if (!concerns || !left || !fits(match, request)) {
        continue;
      }
      const tried = rule.tried + 1;
      const chance = mix(mix(this.#seed, ordinalOf(rule.id)), tried) / chances;
      const applies = chance < probability;
      this.#rules[index] = { ...rule, tried, applied: rule.applied + (applies ? 1 : 0) };
      if (applies) {
        return answer;
      }
    }
    return undefined;
  }
}
