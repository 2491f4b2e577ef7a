import { Notes } from '../engine/choices/notes.js';
import { resolveChoices } from '../engine/choices/open-points.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { operations } from '../engine/interface/operations.js';
import type { Preferences } from '../engine/sandbox/preferences.js';
import type { RequestPattern } from '../engine/sandbox/request-pattern.js';
import type { Rule as EngineRule, RuleState as EngineRuleState } from '../engine/sandbox/rules.js';
import { canAnswer, forcedAnswer } from '../engine/sandbox/scenarios.js';
import { getOrCreateSandbox, type Handler, peekSandbox } from './context.js';
import { ControlError } from './errors.js';
import { omitUndefined, type Rule, type RuleState } from './schemas.js';

/** A sandbox takes no more: every request is held to all of them. */
export const maxRules = 1_000;

/** @throws {ControlError} when no operation that it concerns could ever answer so */
function checkAnswer(answer: Preferences, only: Rule['operation']): void {
  if (Object.keys(answer).length === 0) {
    throw new ControlError(
      'malformed',
      'The rule forces nothing. Say at least one of code, example, delay and fault.',
    );
  }
  const concerned = operations.filter(({ name }) => only === undefined || name === only);
  if (concerned.some((operation) => canAnswer(operation, answer))) {
    return;
  }
  try {
    for (const operation of concerned) {
      forcedAnswer(operation, answer, new Notes(), resolveChoices('default'));
    }
  } catch (error) {
    throw error instanceof SimulatorError ? new ControlError('malformed', error.message) : error;
  }
}

/**
 * Reads a rule as the engine keeps it.
 *
 * @throws {ControlError} when it could never be applied
 */
export function readRule(rule: Rule): Omit<EngineRule, 'id'> {
  const { code, example, delay, fault, operation, match, times, probability } = rule;
  const answer: Preferences = omitUndefined({ code, example, delay, fault });
  checkAnswer(answer, operation);
  // The schema of a body is anything that JSON is.
  const matched = match as RequestPattern | undefined;
  return { answer, ...omitUndefined({ operation, match: matched, times, probability }) };
}

export function tellRule(state: EngineRuleState): RuleState {
  const { id, applied, tried, operation, answer, match, times, probability } = state;
  const matched = match === undefined ? undefined : { ...match };
  return {
    id,
    applied,
    tried,
    ...omitUndefined({ operation }),
    ...answer,
    ...omitUndefined({ match: matched, times, probability }),
  };
}

export const listRules: Handler<'listRules'> = (context, call) => ({
  rules: peekSandbox(context, call).rules.list().map(tellRule),
});

export const addRule: Handler<'addRule'> = (context, call) => {
  const rule = readRule(call.body);
  const { rules } = getOrCreateSandbox(context, call);
  if (rules.list().length >= maxRules) {
    throw new ControlError(
      'conflict',
      `The sandbox ${call.sandbox} has ${maxRules} rules, and takes no more. Remove some: DELETE /__admin/rules removes all.`,
    );
  }
  return tellRule(rules.add(rule));
};

export const removeRules: Handler<'removeRules'> = (context, call) => {
  peekSandbox(context, call).rules.remove();
  return undefined;
};

export const removeRule: Handler<'removeRule'> = (context, call) => {
  const { id } = call.parameters;
  if (!peekSandbox(context, call).rules.remove(id)) {
    throw new ControlError(
      'notFound',
      `The sandbox ${call.sandbox} has no rule ${JSON.stringify(id)}. GET /__admin/rules lists those that it has.`,
    );
  }
  return undefined;
};
