import { ControlError } from '../control-error.js';
import { mostRules, readRule, tellRule } from '../rules.js';
import { type Handler, look, use } from './context.js';

export const listScenarios: Handler<'listScenarios'> = (context, call) => ({
  scenarios: look(context, call).rules.list().map(tellRule),
});

export const addScenario: Handler<'addScenario'> = (context, call) => {
  const rule = readRule(call.body);
  const { rules } = use(context, call);
  if (rules.list().length >= mostRules) {
    throw new ControlError(
      'conflict',
      `The sandbox ${call.sandbox} has ${mostRules} scenarios, and takes no more. Remove some: DELETE /__admin/scenarios removes all.`,
    );
  }
  return tellRule(rules.add(rule));
};

export const removeScenarios: Handler<'removeScenarios'> = (context, call) => {
  look(context, call).rules.remove();
  return undefined;
};

export const removeScenario: Handler<'removeScenario'> = (context, call) => {
  const { id } = call.parameters;
  if (!look(context, call).rules.remove(id)) {
    throw new ControlError(
      'notFound',
      `The sandbox ${call.sandbox} has no scenario ${JSON.stringify(id)}. GET /__admin/scenarios lists those that it has.`,
    );
  }
  return undefined;
};
