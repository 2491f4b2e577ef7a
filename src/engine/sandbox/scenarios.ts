import type { Notes } from '../choices/notes.js';
import type { Choices } from '../choices/open-points.js';
import { codeOf, errorNameOf, headersOf, SimulatorError, writeError } from '../interface/errors.js';
import { quote } from '../interface/format.js';
import type { Example, Operation } from '../interface/operations.js';
import type { Answer } from '../operations/call.js';
import type { Preferences } from './preferences.js';

/** Statuses that the document doesn't have and that happen only because they were asked for. */
export const beyondStatuses = [429, 500, 502, 503, 504] as const;

function isBeyond(code: number | undefined): boolean {
  return (beyondStatuses as readonly (number | undefined)[]).includes(code);
}

/** Whether an operation can be made to answer so. */
export function canAnswer(operation: Operation, { code, example }: Preferences): boolean {
  if (code === undefined && example === undefined) {
    return true;
  }
  const fits = ({ name, status }: Example) =>
    (code === undefined || status === code) && (example === undefined || name === example);
  return isBeyond(code) ? example === undefined : operation.examples.some(fits);
}

function refuse(message: string): SimulatorError {
  return new SimulatorError('simulator_bad_preference', message);
}

function findExample(operation: Operation, { code, example }: Preferences): Example {
  const ofCode = operation.examples.filter(({ status }) => code === undefined || status === code);
  const found = ofCode.find(({ name }) => example === undefined || name === example);
  if (found === undefined) {
    const legal = ofCode.map(({ name }) => name).join(', ');
    throw refuse(
      `${operation.name} has no example ${quote(String(example))}` +
        `${code === undefined ? '' : ` with code=${code}`}. Legal are ${legal}.`,
    );
  }
  return found;
}

function beyondAnswer(status: number, choices: Choices): Answer {
  const code = codeOf(errorNameOf(status), choices['error-codes']);
  const message =
    `This ${status} was asked for. It is beyond the interface: the document lists no such ` +
    'answer, and the service never promised what it looks like.';
  return { status, body: writeError(code, message, status) };
}

function exampleAnswer(example: Example, notes: Notes, choices: Choices): Answer {
  const { status, value } = example;
  if (status < 400) {
    return { status, body: JSON.stringify(value) };
  }
  const name = errorNameOf(status);
  const code = codeOf(name, notes.choose('error-codes', choices));
  const { message } = value as { message: string };
  return { status, body: writeError(code, message, status), headers: headersOf(name) };
}

/** The answer that a request's preferences force, whatever it says, if they do. Nothing is stored. */
export function forcedAnswer(
  operation: Operation,
  preferences: Preferences,
  notes: Notes,
  choices: Choices,
): Answer | undefined {
  const { code, example } = preferences;
  if (code === undefined && example === undefined) {
    return undefined;
  }
  const beyond = isBeyond(code);
  if (code !== undefined && !beyond && !operation.statuses.includes(code)) {
    throw refuse(
      `${operation.name} can't be made to answer ${code}. The document lists ` +
        `${operation.statuses.join(', ')} for it (section ${operation.section}); beyond the ` +
        `interface, ${beyondStatuses.join(', ')} can be had.`,
    );
  }
  if (beyond && example !== undefined) {
    throw refuse(`code=${code} is beyond the interface and has no examples. Leave example out.`);
  }
  const answer = beyond
    ? beyondAnswer(code as number, choices)
    : exampleAnswer(findExample(operation, preferences), notes, choices);
  const applied = example === undefined ? `code=${code}` : `example=${example}`;
  notes.scenario(applied, beyond);
  return answer;
}
