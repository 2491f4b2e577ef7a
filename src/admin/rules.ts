import { Notes } from '../engine/choices/notes.js';
import { resolveChoices } from '../engine/choices/open-points.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { operations } from '../engine/interface/operations.js';
import type { Preferences } from '../engine/sandbox/preferences.js';
import type { RequestPattern } from '../engine/sandbox/request-pattern.js';
import type { Rule, RuleState } from '../engine/sandbox/rules.js';
import { canAnswer, forcedAnswer } from '../engine/sandbox/scenarios.js';
import { getOrCreateSandbox, type Handler, peekSandbox } from './context.js';
import { ControlError } from './errors.js';
import { omitUndefined, type ScenarioRule, type ScenarioState } from './schemas.js';

/** A sandbox takes no more: every request is held to all of them. */
export const maxRules = 1_000;

/** @throws {ControlError} when no operation that it concerns could ever answer so */
function checkAnswer(answer: Preferences, only: ScenarioRule['operation']): void {
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
export function readRule(rule: ScenarioRule): Omit<Rule, 'id'> {
  const { code, example, delay, fault, operation, match, times, probability } = rule;
  const answer: Preferences = omitUndefined({ code, example, delay, fault });
  checkAnswer(answer, operation);
  // The schema of a body is anything that JSON is.
  const matched = match as RequestPattern | undefined;
  return { answer, ...omitUndefined({ operation, match: matched, times, probability }) };
}

export function tellRule(state: RuleState): ScenarioState {
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

export const listScenarios: Handler<'listScenarios'> = (context, call) => ({
  scenarios: peekSandbox(context, call).rules.list().map(tellRule),
});

export const addScenario: Handler<'addScenario'> = (context, call) => {
  const rule = readRule(call.body);
  const { rules } = getOrCreateSandbox(context, call);
  if (rules.list().length >= maxRules) {
    throw new ControlError(
      'conflict',
      `The sandbox ${call.sandbox} has ${maxRules} scenarios, and takes no more. Remove some: DELETE /__admin/scenarios removes all.`,
    );
  }
  return tellRule(rules.add(rule));
};

export const removeScenarios: Handler<'removeScenarios'> = (context, call) => {
  peekSandbox(context, call).rules.remove();
  return undefined;
};

export const removeScenario: Handler<'removeScenario'> = (context, call) => {
  const { id } = call.parameters;
  if (!peekSandbox(context, call).rules.remove(id)) {
    throw new ControlError(
      'notFound',
      `The sandbox ${call.sandbox} has no scenario ${JSON.stringify(id)}. GET /__admin/scenarios lists those that it has.`,
    );
  }
  return undefined;
};
