import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBadRequest, SimulatorError, writeError } from '../document/errors.js';
import { errorMessages, toSimulatorError } from './send-reply.js';

/** Answers with a text. Headers that were set before stay, such as Allow. */
export function sendText(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': length }).end(text);
}

/** The errors that Express and its reader of bodies throw. */
interface HttpError extends Error {
  readonly type?: string;
  /** The limit of a body that is too large, in bytes. */
  readonly limit?: number;
}

/** The refusal for anything that is thrown while a request is handled. */
function toRefusal(error: unknown, { headers }: IncomingMessage): SimulatorError {
  const { type, limit } = error as HttpError;
  if (error instanceof URIError) {
    return createBadRequest(
      'The path has a % without a percent-encoding (RFC 3986, 2.1). Send %25 for a % itself.',
    );
  }
  switch (type) {
    case 'entity.too.large': {
      const message = `The body of this call must be at most ${limit} bytes. Send a smaller one.`;
      return new SimulatorError('payload_too_large', message);
    }
    case 'encoding.unsupported':
      return new SimulatorError(
        'unsupported_media_type',
        `The body must not be compressed; got Content-Encoding: ${headers['content-encoding']}. Send it without Content-Encoding.`,
      );
    case 'request.aborted':
    case 'request.size.invalid':
      return createBadRequest('The body ended before its length. Send all of it.');
    default:
      return toSimulatorError(error);
  }
}

export function sendRefusal(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { code, message, status } = toRefusal(error, response.req);
  errorMessages.set(response, message);
  const shown = code === 'simulator_store_unavailable' ? 503 : status;
  sendText(response, shown, 'application/json', writeError(code, message, shown));
}

/** Answers GET and HEAD with a text, OPTIONS with the methods, and all others with 405. */
export function serveText(
  response: ServerResponse,
  type: string,
  text: string,
  status = 200,
): void {
  const { method } = response.req;
  if (method === 'GET' || method === 'HEAD') {
    sendText(response, status, type, text);
    return;
  }
  response.setHeader('Allow', 'GET, HEAD, OPTIONS');
  if (method === 'OPTIONS') {
    response.writeHead(204).end();
  } else {
    const message = 'This path is read-only. Use GET or HEAD.';
    sendRefusal(response, new SimulatorError('method_not_allowed', message));
  }
}
