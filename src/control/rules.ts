import { choicesOf } from '../engine/service/open-points.js';
import { operations } from '../engine/service/operations.js';
import { canAnswer } from '../engine/simulation/answerable.js';
import { Notes } from '../engine/simulation/notes.js';
import type { Preferences } from '../engine/simulation/preferences.js';
import { Refusal } from '../engine/simulation/refusals.js';
import type { RequestPattern } from '../engine/simulation/request-pattern.js';
import type { Rule, RuleState } from '../engine/simulation/rules.js';
import { forcedAnswer } from '../engine/simulation/scenario.js';
import { ControlError } from './control-error.js';
import { said } from './said.js';
import type { ScenarioRule, ScenarioState } from './schemas.js';

/** A sandbox takes no more: every request is held to all of them. */
export const mostRules = 1_000;

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
      forcedAnswer(operation, answer, new Notes(), choicesOf('default'));
    }
  } catch (error) {
    throw error instanceof Refusal ? new ControlError('malformed', error.message) : error;
  }
}

/**
 * Reads a rule as the engine keeps it.
 *
 * @throws {ControlError} when it could never be applied
 */
export function readRule(rule: ScenarioRule): Omit<Rule, 'id'> {
  const { code, example, delay, fault, operation, match, times, probability } = rule;
  const answer: Preferences = said({ code, example, delay, fault });
  checkAnswer(answer, operation);
  // The schema of a body is anything that JSON is.
  const matched = match as RequestPattern | undefined;
  return { answer, ...said({ operation, match: matched, times, probability }) };
}

export function tellRule(state: RuleState): ScenarioState {
  const { id, applied, tried, operation, answer, match, times, probability } = state;
  const matched = match === undefined ? undefined : { ...match };
  return {
    id,
    applied,
    tried,
    ...said({ operation }),
    ...answer,
    ...said({ match: matched, times, probability }),
  };
}
