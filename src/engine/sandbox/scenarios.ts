import { getErrorCode } from '../choices/choice-errors.js';
import type { Notes } from '../choices/notes.js';
import type { Choices } from '../choices/open-points.js';
import { findErrorName, getErrorHeaders, SimulatorError, writeError } from '../interface/errors.js';
import { quote } from '../interface/format.js';
import type { ServiceResponse } from '../interface/message.js';
import type { Example, Operation } from '../interface/operations.js';
import type { Preferences } from './preferences.js';

/** Statuses that the document doesn't have; they happen only on request. */
export const beyondStatuses = [429, 500, 502, 503, 504] as const;

function isBeyond(code: number | undefined): boolean {
  return (beyondStatuses as readonly (number | undefined)[]).includes(code);
}

/** Whether an operation can be forced to respond so. */
export function canForce(operation: Operation, { code, example }: Preferences): boolean {
  if (code === undefined && example === undefined) {
    return true;
  }
  const fits = ({ name, status }: Example) =>
    (code === undefined || status === code) && (example === undefined || name === example);
  return isBeyond(code) ? example === undefined : operation.examples.some(fits);
}

function createRefusal(message: string): SimulatorError {
  return new SimulatorError('simulator_bad_preference', message);
}

function findExample(operation: Operation, { code, example }: Preferences): Example {
  const ofCode = operation.examples.filter(({ status }) => code === undefined || status === code);
  const found = ofCode.find(({ name }) => example === undefined || name === example);
  if (found === undefined) {
    const known = ofCode.map(({ name }) => name).join(', ');
    throw createRefusal(
      `${operation.name} has no example ${quote(String(example))}` +
        `${code === undefined ? '' : ` with code=${code}`}. Use one of ${known}.`,
    );
  }
  return found;
}

function createBeyondResponse(status: number, choices: Choices): ServiceResponse {
  const code = getErrorCode(findErrorName(status), choices['error-codes']);
  const message =
    `This ${status} was requested. It is beyond the interface: the document lists no such ` +
    'response, and the service promises nothing about it.';
  return { status, body: writeError(code, message, status) };
}

function createExampleResponse(example: Example, notes: Notes, choices: Choices): ServiceResponse {
  const { status, value } = example;
  if (status < 400) {
    return { status, body: JSON.stringify(value) };
  }
  const name = findErrorName(status);
  const code = getErrorCode(name, notes.choose('error-codes', choices));
  const { message } = value as { message: string };
  return { status, body: writeError(code, message, status), headers: getErrorHeaders(name) };
}

/** Creates the response that preferences force, if they force one. It stores nothing. */
export function createForcedResponse(
  operation: Operation,
  preferences: Preferences,
  notes: Notes,
  choices: Choices,
): ServiceResponse | undefined {
  const { code, example } = preferences;
  if (code === undefined && example === undefined) {
    return undefined;
  }
  const beyond = isBeyond(code);
  if (code !== undefined && !beyond && !operation.statuses.includes(code)) {
    throw createRefusal(
      `${operation.name} has no response ${code}. Use one of ${operation.statuses.join(', ')} ` +
        `(section ${operation.section}) or, beyond the interface, ${beyondStatuses.join(', ')}.`,
    );
  }
  if (beyond && example !== undefined) {
    throw createRefusal(
      `code=${code} is beyond the interface and has no examples. Leave out example.`,
    );
  }
  const response = beyond
    ? createBeyondResponse(code as number, choices)
    : createExampleResponse(findExample(operation, preferences), notes, choices);
  const applied = example === undefined ? `code=${code}` : `example=${example}`;
  notes.scenario(applied, beyond);
  return response;
}
