import { stringify } from 'lossless-json';
import { createBadRequest, SimulatorError } from '../engine/interface/errors.js';
import type { JsonValue } from '../engine/interface/json.js';
import { omitUndefined } from '../engine/interface/json.js';
import { type Operation, operations } from '../engine/interface/operations.js';
import { applyChange } from '../engine/sandbox/changes.js';
import type { RequestPattern } from '../engine/sandbox/patterns.js';
import {
  createRuleId,
  type Rule as EngineRule,
  type RuleState as EngineState,
} from '../engine/sandbox/rules.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import { canForce, checkScenario, type Scenario } from '../engine/sandbox/scenarios.js';
import type { Handler } from './call.js';
import { checkOwnResponse } from './own-response.js';
import type { Rule, RuleState } from './schemas.js';

/** A sandbox holds no more: every request is compared with all of them. */
export const maxRules = 1_000;
/** Characters of JSON in the `match`, `body` and `headers` of all rules of a sandbox, for the same reason. */
const maxCharacters = 256 * 1024;
/** What all sandboxes hold together, which bounds the memory. */
const total = { rules: 20_000, characters: 16 * 1024 ** 2 };

/** Rules are plain values that never change, so each part and each list is measured once. */
const sizes = new WeakMap<object, number>();

function measureOnce<Value extends object>(
  value: Value,
  measure: (value: Value) => number,
): number {
  const size = sizes.get(value) ?? measure(value);
  sizes.set(value, size);
  return size;
}

type Rules = readonly Pick<EngineRule, 'match' | 'scenario'>[];

const countCharacters = (value: unknown) => (stringify(value) ?? '').length;

function measureRule({ match, scenario }: Rules[number]): number {
  const pattern = match === undefined ? 0 : measureOnce(match, countCharacters);
  return (
    pattern +
    measureOnce(scenario, ({ body, headers }) => countCharacters(body) + countCharacters(headers))
  );
}

function measureRules(rules: Rules): number {
  return measureOnce(rules, () => rules.reduce((sum, rule) => sum + measureRule(rule), 0));
}

const conflict = (problem: string) =>
  new SimulatorError(
    'simulator_conflict',
    `${problem} Remove some first; DELETE /__admin/rules removes all of a sandbox.`,
  );

/**
 * Checks the rules that a sandbox is about to hold.
 *
 * @param others those of the sandboxes that share a limit with it
 * @throws {SimulatorError} when these, or those of all sandboxes, are too many or too long
 */
export function checkRules(name: string, rules: Rules, others: readonly Rules[]): void {
  if (rules.length > maxRules) {
    throw conflict(`The sandbox ${name} has ${maxRules} rules, the maximum.`);
  }
  const own = measureRules(rules);
  if (own > maxCharacters) {
    throw conflict(
      `The match, body and headers fields of the rules of the sandbox ${name} must have at most ${maxCharacters} characters of JSON together; got ${own}.`,
    );
  }
  const count = others.reduce((sum, one) => sum + one.length, rules.length);
  const size = others.reduce((sum, one) => sum + measureRules(one), own);
  if (count > total.rules || size > total.characters) {
    throw conflict(
      `All sandboxes together have at most ${total.rules} rules, with ${total.characters} characters of JSON in their match, body and headers fields.`,
    );
  }
}

/** Whether requests for an operation can match: only some have a body, or an identifier in their path. */
function canMatch({ method, path }: Operation, match: RequestPattern = {}): boolean {
  const { petId, body, bodyContains } = match;
  const matchesBody = body !== undefined || bodyContains !== undefined;
  return (petId === undefined || path.endsWith('{petId}')) && (!matchesBody || method === 'POST');
}

/** @throws {SimulatorError} when no operation could ever respond so */
function checkRule({ scenario, match, operation: only }: Omit<EngineRule, 'id'>): void {
  if (Object.keys(scenario).length === 0) {
    throw createBadRequest(
      'The rule forces nothing. Set at least one of code, example, delay, fault and headers.',
    );
  }
  checkOwnResponse(scenario);
  const concerned = operations.filter(({ name }) => only === undefined || name === only);
  const forced = concerned.filter((operation) => canForce(operation, scenario));
  if (forced.length === 0) {
    try {
      for (const operation of concerned) {
        checkScenario(operation, scenario, true);
      }
    } catch (error) {
      throw error instanceof SimulatorError ? createBadRequest(error.message) : error;
    }
  }
  if (!forced.some((operation) => canMatch(operation, match))) {
    const names = forced.map(({ name }) => name).join(', ');
    throw createBadRequest(
      `The rule could never apply: no request for ${names} matches. match.petId needs getPet; match.body ` +
        'and match.bodyContains need createPet.',
    );
  }
}

/**
 * Reads a rule as the engine keeps it.
 *
 * @throws {SimulatorError} when it could never be applied
 */
export function readRule(sent: Rule): Omit<EngineRule, 'id'> {
  const { code, example, delay, fault, operation, times, probability } = sent;
  // In the spec, bodies are any JSON.
  const body = sent.body as JsonValue | undefined;
  const match = sent.match as RequestPattern | undefined;
  // Without a field, they set nothing.
  const headers = Object.keys(sent.headers ?? {}).length > 0 ? sent.headers : undefined;
  const scenario: Scenario = omitUndefined({ code, example, delay, fault, body, headers });
  const rule = { scenario, ...omitUndefined({ operation, match, times, probability }) };
  checkRule(rule);
  return rule;
}

export function toRuleState(state: EngineState): RuleState {
  const { id, applied, tried, operation, scenario, match, ...limits } = state;
  const pattern = match === undefined ? undefined : { ...match };
  const { headers, ...effect } = scenario;
  const own = headers === undefined ? undefined : { ...headers };
  return {
    id,
    applied,
    tried,
    ...omitUndefined({ operation }),
    ...effect,
    ...omitUndefined({ headers: own, match: pattern }),
    ...limits,
  };
}

export const listRules: Handler<'listRules'> = async ({ backend }, call) => ({
  rules: (await backend.read(call.sandbox)).rules.map(toRuleState),
});

export const addRule: Handler<'addRule'> = ({ backend }, call) => {
  const rule = readRule(call.body);
  return backend.update(call.sandbox, (sandbox) => {
    checkRules(sandbox.name, [rule, ...sandbox.rules], backend.otherRules(sandbox.name));
    const added = { id: createRuleId(sandbox.rulesAdded), ...rule };
    applyChange(sandbox, { type: 'rule-added', rule: added });
    return toRuleState({ ...added, applied: 0, tried: 0 });
  });
};

function remove(sandbox: Sandbox, ids: readonly string[]): undefined {
  if (ids.length > 0) {
    applyChange(sandbox, { type: 'rules-removed', ids });
  }
}

export const removeRules: Handler<'removeRules'> = ({ backend }, call) =>
  backend.update(call.sandbox, (sandbox) =>
    remove(
      sandbox,
      sandbox.rules.map(({ id }) => id),
    ),
  );

export const removeRule: Handler<'removeRule'> = ({ backend }, call) => {
  const { id } = call.parameters;
  return backend.update(call.sandbox, (sandbox) => {
    if (!sandbox.rules.some((rule) => rule.id === id)) {
      throw new SimulatorError(
        'not_found',
        `The sandbox ${call.sandbox} has no rule ${JSON.stringify(id)}. GET /__admin/rules lists its rules.`,
      );
    }
    return remove(sandbox, [id]);
  });
};
