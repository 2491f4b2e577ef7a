import { quote } from '../base/text.js';
import { createBadRequest } from '../document/errors.js';
import { isHopByHop } from '../document/headers.js';
import { type Operation, operations } from '../document/operations.js';
import { checkPattern, findDifferences, isEmpty, type RequestParts } from './patterns.js';
import { mix, mixValues } from './random.js';
import type { Sandbox } from './sandbox.js';
import {
  canForce,
  describeImpossible,
  errorStatuses,
  type Rule,
  type RuleState,
} from './scenario.js';

const readOrdinal = (id: string) => Number(/^rule-(\d{1,9})$/.exec(id)?.[1] ?? 0);

/** Finds the first rule that matches a request and that chance lets apply, and counts the tries. */
export function applyRules(
  { rules, seed }: Pick<Sandbox, 'rules' | 'seed'>,
  operation: Operation,
  parts: RequestParts,
): RuleState | undefined {
  return rules.find((rule) => {
    const { id, operation: only, match = {}, times, probability = 1, applied } = rule;
    const concerns = only === undefined ? canForce(operation, rule) : only === operation.name;
    const isLeft = times === undefined || applied < times;
    if (!concerns || !isLeft || !isEmpty(findDifferences(match, parts))) {
      return false;
    }
    rule.tried += 1;
    const applies = mix(mix(seed, readOrdinal(id)), rule.tried) / mixValues < probability;
    rule.applied += applies ? 1 : 0;
    return applies;
  });
}

/** The headers that the bytes of the body decide (RFC 9110, 8), and those of the simulator. */
const reserved = /^(?:content-encoding|content-length|preference-applied|simulator-.*)$/i;

function checkHeader(name: string, value: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value)) {
    throw createBadRequest(
      'headers of the body must be names and printable ASCII values without line breaks (RFC 9110, 5.5); ' +
        `got ${quote(`${name}: ${value}`)}.`,
    );
  }
  if (isHopByHop(name) || reserved.test(name)) {
    throw createBadRequest(
      `headers of the body must not have ${name}: only the connection or the simulator sets it. Leave it ` +
        'out, or break the response with fault.',
    );
  }
}

/** @throws {SimulatorError} `bad_request` when no operation could ever respond so */
export function checkRule(rule: Rule): void {
  const { code, example, delay, fault, body, headers = {}, operation: only } = rule;
  const parts = [code, example, delay, fault, body, ...Object.keys(headers)];
  if (parts.every((part) => part === undefined)) {
    throw createBadRequest(
      'The rule forces nothing. Set at least one of code, example, delay, fault and headers.',
    );
  }
  checkPattern(rule.match ?? {}, 'match of the body');
  const { min, max } = errorStatuses;
  if (body !== undefined && (code === undefined || code < min)) {
    throw createBadRequest(
      `A rule with its own body must have a code from ${min} to ${max}; got ${code ?? 'none'}. ` +
        'The body of a success comes from the pets of the sandbox.',
    );
  }
  for (const [name, value] of Object.entries(headers)) {
    checkHeader(name, value);
  }
  const concerned = operations.filter(({ name }) => only === undefined || name === only);
  if (!concerned.some((operation) => canForce(operation, rule))) {
    throw createBadRequest(describeImpossible(concerned[0] as Operation, rule) as string);
  }
}
