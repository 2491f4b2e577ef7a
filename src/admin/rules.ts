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
import { canForce, createForcedResponse, type Preferences } from '../engine/sandbox/scenarios.js';
import type { Handler } from './call.js';
import { omitUndefined, type Rule, type RuleState } from './schemas.js';

/** A sandbox holds no more: every request is compared with all of them. */
const maxRules = 1_000;
/** Characters of JSON in the `match` of all rules of a sandbox, for the same reason. */
const maxPatterns = 256 * 1024;

/** Rules are plain values that never change, so each pattern is measured once. */
const patternSizes = new WeakMap<RequestPattern, number>();

function measurePattern(pattern: RequestPattern): number {
  const size = patternSizes.get(pattern) ?? (stringify(pattern) ?? '').length;
  patternSizes.set(pattern, size);
  return size;
}

/**
 * @param owner whose rules they are, in messages: `the snapshot`
 * @throws {SimulatorError} when a request would be compared with too much
 */
export function checkPatterns(rules: readonly Pick<EngineRule, 'match'>[], owner: string): void {
  const size = rules.reduce((sum, { match }) => sum + (match ? measurePattern(match) : 0), 0);
  if (size > maxPatterns) {
    throw new SimulatorError(
      'simulator_conflict',
      `The match fields of all rules of ${owner} must have at most ${maxPatterns} characters of JSON together; got ${size}. Shorten them, or use fewer rules.`,
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
  if (sandbox.rules.length >= maxRules) {
    throw new SimulatorError(
      'simulator_conflict',
      `The sandbox ${call.sandbox} has ${maxRules} rules, the maximum. Remove some first; DELETE /__admin/rules removes all.`,
    );
  }
  checkPatterns([...sandbox.rules, rule], `the sandbox ${call.sandbox}`);
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
