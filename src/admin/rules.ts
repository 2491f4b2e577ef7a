import { Notes } from '../engine/choices/notes.js';
import { resolveChoices } from '../engine/choices/open-points.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { operations } from '../engine/interface/operations.js';
import { applyChange } from '../engine/sandbox/changes.js';
import type { Preferences } from '../engine/sandbox/preferences.js';
import type { RequestPattern } from '../engine/sandbox/request-pattern.js';
import { createRuleId, type Rule, type RuleState } from '../engine/sandbox/rules.js';
import { canForce, createForcedResponse } from '../engine/sandbox/scenarios.js';
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
  if (concerned.some((operation) => canForce(operation, answer))) {
    return;
  }
  try {
    for (const operation of concerned) {
      createForcedResponse(operation, answer, new Notes(), resolveChoices('default'));
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
  scenarios: peekSandbox(context, call).rules.map(tellRule),
});

export const addScenario: Handler<'addScenario'> = (context, call) => {
  const rule = readRule(call.body);
  const sandbox = getOrCreateSandbox(context, call);
  if (sandbox.rules.length >= maxRules) {
    throw new ControlError(
      'conflict',
      `The sandbox ${call.sandbox} has ${maxRules} scenarios, and takes no more. Remove some: DELETE /__admin/scenarios removes all.`,
    );
  }
  const added = { id: createRuleId(sandbox.rulesAdded), ...rule };
  applyChange(sandbox, { type: 'rule-added', rule: added });
  return tellRule({ ...added, applied: 0, tried: 0 });
};

export const removeScenarios: Handler<'removeScenarios'> = (context, call) => {
  const sandbox = peekSandbox(context, call);
  applyChange(sandbox, { type: 'rules-removed', ids: sandbox.rules.map(({ id }) => id) });
  return undefined;
};

export const removeScenario: Handler<'removeScenario'> = (context, call) => {
  const id = String(call.parameters.id);
  const sandbox = peekSandbox(context, call);
  if (!sandbox.rules.some((rule) => rule.id === id)) {
    throw new ControlError(
      'notFound',
      `The sandbox ${call.sandbox} has no scenario ${JSON.stringify(id)}. GET /__admin/scenarios lists those that it has.`,
    );
  }
  applyChange(sandbox, { type: 'rules-removed', ids: [id] });
  return undefined;
};
