import { createBadRequest, SimulatorError } from '../document/errors.js';
import { quote } from '../document/format.js';
import { type Operation, operations } from '../document/operations.js';
import type { RuleInput } from './rules.js';
import { canForce, checkScenario, errorStatuses } from './scenarios.js';

/** The headers that the connection decides (RFC 9110, 7.6.1 and 8.6), and those of the simulator. */
const reserved =
  /^(?:connection|content-length|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|preference-applied|simulator-.*)$/i;

function checkHeader(name: string, value: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw createBadRequest(
      `headers of the body must not have the name ${quote(name)}: a name has only letters, digits and ` +
        "!#$%&'*+-.^_`|~ (RFC 9110, 5.6.2).",
    );
  }
  if (reserved.test(name)) {
    throw createBadRequest(
      `headers of the body must not have ${name}: only the connection or the simulator sets it. Leave it ` +
        'out, or break the response with fault.',
    );
  }
  if (!/^[\t\x20-\x7e]*$/.test(value)) {
    throw createBadRequest(
      `${name} in headers of the body must have printable ASCII characters only, without line breaks; got ${quote(value)}.`,
    );
  }
}

/** @throws {SimulatorError} when a response can't have the body and headers that the rule sets */
function checkOwnResponse({ code, example, body, headers = {} }: RuleInput): void {
  const { min, max } = errorStatuses;
  if (body !== undefined && example !== undefined) {
    throw createBadRequest('A rule must not have both body and example. Leave one of them out.');
  }
  if (body !== undefined && (code === undefined || code < min)) {
    throw createBadRequest(
      `A rule with its own body must have a code from ${min} to ${max}; got ${code ?? 'none'}. ` +
        'The body of a success comes from the pets of the sandbox.',
    );
  }
  for (const [name, value] of Object.entries(headers)) {
    checkHeader(name, value);
  }
}

/** Whether requests for an operation can match: only some have a body, or an identifier in their path. */
function canMatch({ method, path }: Operation, { match = {} }: RuleInput): boolean {
  const { petId, body, bodyContains } = match;
  const matchesBody = body !== undefined || bodyContains !== undefined;
  return (petId === undefined || path.endsWith('{petId}')) && (!matchesBody || method === 'POST');
}

/** @throws {SimulatorError} `bad_request` when no operation could ever respond so */
export function checkRule(rule: RuleInput): void {
  const { code, example, delay, fault, body, headers = {}, operation: only } = rule;
  const parts = [code, example, delay, fault, body, ...Object.keys(headers)];
  if (parts.every((part) => part === undefined)) {
    throw createBadRequest(
      'The rule forces nothing. Set at least one of code, example, delay, fault and headers.',
    );
  }
  checkOwnResponse(rule);
  const concerned = operations.filter(({ name }) => only === undefined || name === only);
  const forced = concerned.filter((operation) => canForce(operation, rule));
  if (forced.length === 0) {
    try {
      checkScenario(concerned[0] as Operation, rule);
    } catch (error) {
      throw error instanceof SimulatorError ? createBadRequest(error.message) : error;
    }
  }
  if (!forced.some((operation) => canMatch(operation, rule))) {
    const names = forced.map(({ name }) => name).join(', ');
    throw createBadRequest(
      `The rule could never apply: no request for ${names} matches. match.petId needs getPet; match.body ` +
        'and match.bodyContains need createPet.',
    );
  }
}
