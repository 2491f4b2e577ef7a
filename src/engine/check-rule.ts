import { createBadRequest, SimulatorError } from '../document/errors.js';
import { quote } from '../document/format.js';
import { preferenceAppliedHeader } from '../document/headers.js';
import { type Operation, operations } from '../document/operations.js';
import type { RuleInput } from './rules.js';
import { canForce, checkScenario, errorStatuses, type Scenario } from './scenarios.js';

/** What clients accept: Node.js reads 16 KiB of headers, the simulator's own included. */
const maxHeaders = { fields: 32, characters: 8 * 1024 };

/** The headers that the connection decides (RFC 9110, 7.6.1 and 8.6). */
const connectionHeaders = [
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

function checkHeader(name: string, value: string): void {
  const lower = name.toLowerCase();
  if (!/^[\w!#$%&'*+.^`|~-]{1,128}$/.test(name)) {
    throw createBadRequest(
      `headers of the body must not have the name ${quote(name)}: a name has 1 to 128 letters, digits and ` +
        "!#$%&'*+-.^_`|~ (RFC 9110, 5.6.2).",
    );
  }
  if (connectionHeaders.includes(lower)) {
    throw createBadRequest(
      `headers of the body must not have ${name}: the connection and the body decide it. Leave it out, ` +
        'or break the response with fault.',
    );
  }
  if (lower.startsWith('simulator-') || lower === preferenceAppliedHeader.toLowerCase()) {
    throw createBadRequest(
      `headers of the body must not have ${name}: only the simulator sets it. Leave it out.`,
    );
  }
  if (!/^[\t\x20-\x7e]*$/.test(value)) {
    throw createBadRequest(
      `${name} in headers of the body must have printable ASCII characters only, without line breaks; got ${quote(value)}.`,
    );
  }
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const fields = Object.entries(headers);
  const characters = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (fields.length > maxHeaders.fields || characters > maxHeaders.characters) {
    throw createBadRequest(
      `headers of the body must have at most ${maxHeaders.fields} fields and ${maxHeaders.characters} ` +
        `characters in all; got ${fields.length} fields and ${characters} characters.`,
    );
  }
  const names = fields.map(([name]) => name.toLowerCase());
  const repeated = names.find((name, place) => names.indexOf(name) !== place);
  if (repeated !== undefined) {
    throw createBadRequest(
      `headers of the body must not have ${repeated} more than once. Join its values.`,
    );
  }
  for (const [name, value] of fields) {
    checkHeader(name, value);
  }
}

/**
 * Checks the body and headers that a rule sets.
 *
 * @throws {SimulatorError} when a response can't have them
 */
function checkOwnResponse({ code, example, body, headers }: Scenario): void {
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
  if (headers !== undefined) {
    checkHeaders(headers);
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
  const { code, example, delay, fault, body, headers, operation: only } = rule;
  const hasHeaders = Object.keys(headers ?? {}).length > 0;
  if (!hasHeaders && [code, example, delay, fault, body].every((field) => field === undefined)) {
    throw createBadRequest(
      'The rule forces nothing. Set at least one of code, example, delay, fault and headers.',
    );
  }
  checkOwnResponse(rule);
  const concerned = operations.filter(({ name }) => only === undefined || name === only);
  const forced = concerned.filter((operation) => canForce(operation, rule));
  if (forced.length === 0) {
    try {
      for (const operation of concerned) {
        checkScenario(operation, rule);
      }
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
