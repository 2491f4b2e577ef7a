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
  tooLarge: { status: 413, code: 'payload_too_large' },
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

interface Failure {
  readonly name: ServerErrorName;
  readonly message: string;
}

/** What Express says of a body that it can't read, by the type of its error. */
const unreadableBodies: Readonly<Record<string, Failure>> = {
  'entity.too.large': {
    name: 'tooLarge',
    message: 'The body is larger than the simulator takes here. Send a smaller one.',
  },
  'encoding.unsupported': {
    name: 'malformed',
    message: 'The body must be sent as it is. Leave out the header Content-Encoding.',
  },
  'charset.unsupported': {
    name: 'malformed',
    message: 'The body must be UTF-8. Leave out the charset of the header Content-Type.',
  },
  'request.size.invalid': {
    name: 'malformed',
    message: 'The body is not as long as the header Content-Length says. Send all of it.',
  },
};

/** The error that stands for something thrown on the way of a request. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof BodyAlreadyRead) {
    return { name: 'bodyAlreadyRead', message: error.message };
  }
  if (error instanceof URIError) {
    const message =
      'The path has a % that begins no percent-encoding (RFC 3986, 2.1). Send %25 for it.';
    return { name: 'malformed', message };
  }
  const { type = '' } = error as { readonly type?: string };
  const message = `The simulator has a defect; please report it. ${error}`;
  return unreadableBodies[type] ?? { name: 'defect', message };
}

export function sendFailure(response: ServerResponse, error: unknown): void {
  const { name, message } = describeFailure(error);
  sendServerError(response, name, message);
}
