import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { writeError } from '../engine/interface/errors.js';
import type { Observer } from './middleware.js';
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

function serverErrorBody(name: ServerErrorName, message: string): string {
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

const messages: Partial<Record<ServerErrorName, string>> = {
  malformed: 'This is not an HTTP/1.1 request that can be read. Check its first line and headers.',
  headersTooLarge: 'The headers are larger than 16 KiB. Send fewer or shorter ones.',
  timeout: 'The request took too long to arrive. Send it whole.',
};

function nameOf(error: NodeJS.ErrnoException): ServerErrorName {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'headersTooLarge';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'timeout';
    default:
      return 'malformed';
  }
}

/** Answers what never became a request: broken, too slow, or with headers that are too large. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  observer: Observer,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const name = nameOf(error);
  const { status } = serverErrors[name];
  observer.onResponse({ method: '-', target: '-', status, milliseconds: 0 });
  const body = serverErrorBody(name, messages[name] ?? '');
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  // The client may keep its side open: nothing more is expected of it.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
