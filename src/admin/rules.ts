import { stringify } from 'lossless-json';
import { Notes } from '../engine/choices/notes.js';
import { resolveChoices } from '../engine/choices/open-points.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { operations } from '../engine/interface/operations.js';
import { applyChange } from '../engine/sandbox/changes.js';
import type { RequestPattern } from '../engine/sandbox/patterns.js';
import {
  createRuleId,
  type Rule as EngineRule,
  type RuleState as EngineState,
} from '../engine/sandbox/rules.js';
import type { Sandboxes } from '../engine/sandbox/sandbox.js';
import { canForce, createForcedResponse, type Preferences } from '../engine/sandbox/scenarios.js';
import type { Handler } from './call.js';
import { omitUndefined, type Rule, type RuleState } from './schemas.js';

/** A sandbox holds no more: every request is compared with all of them. */
export const maxRules = 1_000;
/** Characters of JSON in the `match` of all rules of a sandbox, for the same reason. */
const maxPatterns = 256 * 1024;
/** What all sandboxes hold together, which bounds the memory. */
const total = { rules: 20_000, patterns: 16 * 1024 ** 2 };

/** Rules are plain values that never change, so each pattern and each list is measured once. */
const sizes = new WeakMap<object, number>();

function measureOnce<Value extends object>(
  value: Value,
  measure: (value: Value) => number,
): number {
  const size = sizes.get(value) ?? measure(value);
  sizes.set(value, size);
  return size;
}

type Rules = readonly Pick<EngineRule, 'match'>[];

/** Characters of JSON in the patterns of rules. */
function measurePatterns(rules: Rules): number {
  const measure = (match: RequestPattern) => (stringify(match) ?? '').length;
  const add = (sum: number, { match }: Rules[number]) =>
    sum + (match === undefined ? 0 : measureOnce(match, measure));
  return measureOnce(rules, () => rules.reduce(add, 0));
}

const conflict = (problem: string) =>
  new SimulatorError(
    'simulator_conflict',
    `${problem} Remove some first; DELETE /__admin/rules removes all of a sandbox.`,
  );

/**
 * Checks the rules that a sandbox is about to hold.
 *
 * @throws {SimulatorError} when these, or those of all sandboxes, are too many or too long
 */
export function checkRules(sandboxes: Sandboxes, name: string, rules: Rules): void {
  if (rules.length > maxRules) {
    throw conflict(`The sandbox ${name} has ${maxRules} rules, the maximum.`);
  }
  const own = measurePatterns(rules);
  if (own > maxPatterns) {
    throw conflict(
      `The match fields of the rules of the sandbox ${name} must have at most ${maxPatterns} characters of JSON together; got ${own}.`,
    );
  }
  const all = sandboxes.list().flatMap((one) => (one.name === name ? [] : [one.rules]));
  const count = all.reduce((sum, one) => sum + one.length, rules.length);
  const size = all.reduce((sum, one) => sum + measurePatterns(one), own);
  if (count > total.rules || size > total.patterns) {
    throw conflict(
      `All sandboxes together have at most ${total.rules} rules, with ${total.patterns} characters of JSON in their match fields.`,
    );
  }
}

/** @throws {SimulatorError} when no operation could ever respond so */
function checkPreferences(preferences: Preferences, only: Rule['operation']): void {
  if (Object.keys(preferences).length === 0) {
    throw new SimulatorError(
      'bad_request',
      'The rule forces nothing. Set at least one of code, example, delay and fault.',
    );
  }
  const concerned = operations.filter(({ name }) => only === undefined || name === only);
  if (concerned.some((operation) => canForce(operation, preferences))) {
    return;
  }
  try {
    for (const operation of concerned) {
      createForcedResponse(operation, preferences, new Notes(), resolveChoices('default'));
    }
  } catch (error) {
    throw error instanceof SimulatorError
      ? new SimulatorError('bad_request', error.message)
      : error;
  }
}

/**
 * Reads a rule as the engine keeps it.
 *
 * @throws {SimulatorError} when it could never be applied
 */
export function readRule(rule: Rule): Omit<EngineRule, 'id'> {
  const { code, example, delay, fault, operation, match, times, probability } = rule;
  const preferences: Preferences = omitUndefined({ code, example, delay, fault });
  checkPreferences(preferences, operation);
  // In the spec, the body of a match is any JSON.
  const pattern = match as RequestPattern | undefined;
  return { preferences, ...omitUndefined({ operation, match: pattern, times, probability }) };
}

export function toRuleState(state: EngineState): RuleState {
  const { id, applied, tried, operation, preferences, match, ...limits } = state;
  const pattern = match === undefined ? undefined : { ...match };
  const rule = {
    ...omitUndefined({ operation }),
    ...preferences,
    ...omitUndefined({ match: pattern }),
  };
  return { id, applied, tried, ...rule, ...limits };
}

export const listRules: Handler<'listRules'> = (context, call) => ({
  rules: context.sandboxes.peek(call.sandbox).rules.map(toRuleState),
});

export const addRule: Handler<'addRule'> = (context, call) => {
  const rule = readRule(call.body);
  const sandbox = context.sandboxes.getOrCreate(call.sandbox);
  checkRules(context.sandboxes, sandbox.name, [rule, ...sandbox.rules]);
  const added = { id: createRuleId(sandbox.rulesAdded), ...rule };
  applyChange(sandbox, { type: 'rule-added', rule: added });
  return toRuleState({ ...added, applied: 0, tried: 0 });
};

export const removeRules: Handler<'removeRules'> = (context, call) => {
  const sandbox = context.sandboxes.peek(call.sandbox);
  applyChange(sandbox, { type: 'rules-removed', ids: sandbox.rules.map(({ id }) => id) });
  return undefined;
};

export const removeRule: Handler<'removeRule'> = (context, call) => {
  const { id } = call.parameters;
  const sandbox = context.sandboxes.peek(call.sandbox);
  if (!sandbox.rules.some((rule) => rule.id === id)) {
    throw new SimulatorError(
      'not_found',
      `The sandbox ${call.sandbox} has no rule ${JSON.stringify(id)}. GET /__admin/rules lists its rules.`,
    );
  }
  applyChange(sandbox, { type: 'rules-removed', ids: [id] });
  return undefined;
};
