import { stringify } from 'lossless-json';
import { findErrorName, getErrorHeaders, writeError } from '../document/errors.js';
import { quote } from '../document/format.js';
import type { JsonValue } from '../document/json.js';
import type { ServiceResponse } from '../document/message.js';
import { type Choices, getErrorCode } from '../document/open-points.js';
import type { Example, Operation } from '../document/operations.js';
import { addNote, choose, type Note } from './notes.js';
import { createRefusal, type Preferences } from './preferences.js';

/** How a response is forced. A request sets preferences; a rule can set the other fields too. */
export interface Scenario extends Preferences {
  /** The body in place of an Error: a string is sent as it is, any other value as JSON. */
  readonly body?: JsonValue | undefined;
  /** Headers that the response has besides its others, or in their place. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The lowest and highest status that can be forced on any operation. */
export const errorStatuses = { min: 400, max: 599 } as const;

const isError = (code: number) => code >= errorStatuses.min && code <= errorStatuses.max;

function isSuccess({ statuses }: Operation, code: number | undefined): boolean {
  return code !== undefined && !isError(code) && statuses.includes(code);
}

/** The examples that can be forced. Those of a success show pets that the sandbox doesn't have. */
function listErrors(operation: Operation, code: number | undefined): Example[] {
  return operation.examples.filter(
    ({ status }) => isError(status) && (code === undefined || status === code),
  );
}

/** Whether an operation can be made to respond so. */
export function canForce(operation: Operation, { code, example }: Scenario): boolean {
  if (example !== undefined) {
    return listErrors(operation, code).some(({ name }) => name === example);
  }
  return code === undefined || isError(code) || isSuccess(operation, code);
}

/**
 * Checks what a request or a rule asks of an operation.
 *
 * @throws {SimulatorError} when the operation can't be made to respond so
 */
export function checkScenario(operation: Operation, { code, example }: Preferences): void {
  const { name, statuses, section } = operation;
  if (code !== undefined && !isError(code) && !statuses.includes(code)) {
    throw createRefusal(
      `${name} has no response ${code}. Use one of ${statuses.join(', ')} (section ${section}) or, ` +
        `beyond the interface, any from ${errorStatuses.min} to ${errorStatuses.max}.`,
    );
  }
  if (example === undefined) {
    return;
  }
  const named = operation.examples.find((one) => one.name === example);
  if (isSuccess(operation, code ?? named?.status)) {
    throw createRefusal(
      `example=${example} can't be forced: a success shows pets of the sandbox, not of an example. ` +
        'Leave out example, and add the pets that you need (POST /__admin/pets).',
    );
  }
  const known = listErrors(operation, code).map((one) => one.name);
  if (!known.includes(example)) {
    const withCode = code === undefined ? '' : ` with code=${code}`;
    const advice = known.length === 0 ? 'Leave out example' : `Use one of ${known.join(', ')}`;
    throw createRefusal(`${name} has no example ${quote(example)}${withCode}. ${advice}.`);
  }
}

/** The `code` of an error with this status. */
function getCode(status: number, choice: Choices['error-codes']): string {
  const name = findErrorName(status);
  return name === undefined
    ? `${choice === 'words' ? 'status_' : 'E9'}${status}`
    : getErrorCode(name, choice);
}

function createOwnResponse(status: number, body: JsonValue): ServiceResponse {
  const headers = getErrorHeaders(status);
  return typeof body === 'string'
    ? { status, body, headers, mediaType: 'text/plain; charset=utf-8' }
    : { status, body: stringify(body) ?? '', headers };
}

function createBeyondResponse(status: number, choices: Choices): ServiceResponse {
  const code = getCode(status, choices['error-codes']);
  const message =
    `This ${status} was requested. It is beyond the interface: the document lists no such ` +
    'response, and the service promises nothing about it.';
  return { status, body: writeError(code, message, status), headers: getErrorHeaders(status) };
}

function createExampleResponse(
  { status, value }: Example,
  notes: Note[],
  choices: Choices,
): ServiceResponse {
  const code = getCode(status, choose(notes, 'error-codes', choices));
  const { message } = value as { message: string };
  return { status, body: writeError(code, message, status), headers: getErrorHeaders(status) };
}

/**
 * Creates the error that a scenario forces, if it forces one. It stores nothing. A success isn't forced:
 * the operation runs.
 */
export function createForcedResponse(
  operation: Operation,
  scenario: Scenario,
  notes: Note[],
  choices: Choices,
): ServiceResponse | undefined {
  const { code, example, body, headers } = scenario;
  if ((code === undefined && example === undefined) || isSuccess(operation, code)) {
    if (headers !== undefined) {
      addNote(notes, { kind: 'scenario', applied: 'headers', beyond: true });
    }
    return undefined;
  }
  const found = listErrors(operation, code).find(
    ({ name }) => example === undefined || name === example,
  );
  const status = found?.status ?? (code as number);
  const isOwn = body !== undefined || headers !== undefined;
  const applied = example === undefined ? `code=${code}` : `example=${example}`;
  const response =
    body !== undefined
      ? createOwnResponse(status, body)
      : found === undefined
        ? createBeyondResponse(status, choices)
        : createExampleResponse(found, notes, choices);
  addNote(notes, { kind: 'scenario', applied, beyond: isOwn || found === undefined });
  return response;
}
