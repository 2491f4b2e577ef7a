import type { ServerResponse } from 'node:http';
import { UsageError } from '../base/usage-error.js';
import { SimulatorError, type SimulatorErrorCode, writeError } from '../document/errors.js';

/** The messages of responses with an error, for the log. */
export const errorMessages = new WeakMap<ServerResponse, string>();

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

/** Aborted when the client leaves, or another signal is. */
export function watchClient(response: ServerResponse, other: AbortSignal): AbortSignal {
  const left = new AbortController();
  response.once('close', () => left.abort());
  return AbortSignal.any([left.signal, other]);
}

/** The errors for the statuses with which Express refuses a path or a body. */
const refusals: Readonly<Record<number, SimulatorErrorCode>> = {
  400: 'bad_request',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

function toSimulatorError(error: unknown): SimulatorError {
  if (error instanceof SimulatorError) {
    return error;
  }
  const { status, message } = Object(error) as { status?: number; message?: string };
  const code = refusals[status ?? 0];
  return code === undefined
    ? new SimulatorError(
        'simulator_defect',
        // A file that an option names is read at the first request.
        error instanceof UsageError
          ? error.message
          : `The simulator has a defect. Please report it: ${error}`,
      )
    : new SimulatorError(code, `The request can't be read: ${message}.`);
}

/** Answers with the error that stands for anything thrown while a request is served. */
export function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { code, message, status } = toSimulatorError(error);
  errorMessages.set(response, message);
  sendText(response, status, 'application/json', writeError(code, message, status));
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
    sendError(response, new SimulatorError('method_not_allowed', message));
  }
}
