import * as z from 'zod/mini';
import { createBadRequest } from '../../document/errors.js';
import { type JsonValue, parseJsonValue } from '../../document/json.js';
import { type AdminOperation, adminPaths } from './paths.js';
import { findRoute } from './routes.js';

function parseBody(text: string): JsonValue {
  try {
    return parseJsonValue(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = text === '' ? 'it is empty' : (error as Error).message;
    throw createBadRequest(`The body must be JSON: ${reason}. /__admin/openapi.json describes it.`);
  }
}

function isInteger(field: z.ZodMiniType | undefined): boolean {
  const inner = field instanceof z.ZodMiniOptional ? field._zod.def.innerType : field;
  return inner instanceof z.ZodMiniNumber;
}

/**
 * Reads the input of an operation from the texts of a request.
 *
 * @throws {SimulatorError} when the body is no JSON, or there must be none
 */
export function readInput(
  operation: AdminOperation,
  parameters: Readonly<Record<string, string>>,
  text: string,
): Record<string, unknown> {
  const { body, ...fields } = findRoute(operation).input;
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const isNumber = Object.hasOwn(fields, name) && isInteger(fields[name]);
    input[name] = isNumber && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }
  if (body === undefined && text !== '') {
    const [method, path] = adminPaths[operation].split(' ');
    throw createBadRequest(`${method} /__admin${path} takes no body. Send none.`);
  }
  const isLeftOut = text === '' && body?.safeParse(undefined).success;
  return body === undefined || isLeftOut ? input : { ...input, body: parseBody(text) };
}
