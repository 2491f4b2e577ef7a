import type { ServerResponse } from 'node:http';
import { writeError } from '../engine/service/errors.js';
import { BodyAlreadyRead } from './read-request.js';

/** Errors of the server itself, before or beside the service; they have the shape of Error too. */
export const serverErrors = {
  notFound: { status: 404, code: 'not_found' },
  tokenRefused: { status: 401, code: 'simulator_token_refused' },
  forbidden: { status: 403, code: 'simulator_forbidden' },
  conflict: { status: 409, code: 'simulator_conflict' },
  methodNotAllowed: { status: 405, code: 'method_not_allowed' },
  timeout: { status: 408, code: 'request_timeout' },
  malformed: { status: 400, code: 'bad_request' },
  expectationFailed: { status: 417, code: 'expectation_failed' },
  headersTooLarge: { status: 431, code: 'request_header_fields_too_large' },
  bodyAlreadyRead: { status: 500, code: 'simulator_body_already_read' },
  defect: { status: 500, code: 'simulator_defect' },
} as const;

export type ServerErrorName = keyof typeof serverErrors;

export function serverErrorBody(name: ServerErrorName, message: string): string {
  const { code, status } = serverErrors[name];
  return writeError(code, message, status);
}

export function sendServerError(
  response: ServerResponse,
  name: ServerErrorName,
  message: string,
): void {
  const headers = { 'Content-Type': 'application/json', Connection: 'close' };
  response.writeHead(serverErrors[name].status, headers).end(serverErrorBody(name, message));
}

/** The error that stands for something thrown on the way of a request. */
export function describeFailure(error: unknown): { name: ServerErrorName; message: string } {
  return error instanceof BodyAlreadyRead
    ? { name: 'bodyAlreadyRead', message: error.message }
    : { name: 'defect', message: `The simulator has a defect; please report it. ${error}` };
}

export function sendFailure(response: ServerResponse, error: unknown): void {
  const { name, message } = describeFailure(error);
  sendServerError(response, name, message);
}
