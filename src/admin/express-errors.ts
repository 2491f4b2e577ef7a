import type { Response, Router } from 'express';
import { simulatorErrors, writeError } from '../engine/interface/errors.js';

export function sendWithStatus(
  response: Response,
  status: number,
  code: string,
  message: string,
): void {
  response
    .status(status)
    .type('application/json')
    .send(writeError(code, message, status));
}

const errors = {
  malformed: 'bad_request',
  notFound: 'not_found',
  methodNotAllowed: 'method_not_allowed',
  conflict: 'simulator_conflict',
  forbidden: 'simulator_forbidden',
  tokenRefused: 'simulator_token_refused',
} as const;

/** Sends an error of the simulator through Express. */
export function sendError(response: Response, name: keyof typeof errors, message: string): void {
  const code = errors[name];
  sendWithStatus(response, simulatorErrors[code], code, message);
}

/** Answers every other method on paths that can only be read. */
export function readOnlyPath(router: Pick<Router, 'options' | 'all'>, paths: string[]): void {
  router.options(paths, (_request, response) => {
    response.set('Allow', 'GET, HEAD, OPTIONS').status(204).end();
  });
  router.all(paths, (_request, response) => {
    response.set('Allow', 'GET, HEAD, OPTIONS');
    sendError(response, 'methodNotAllowed', 'This path can only be read. Use GET or HEAD.');
  });
}

/** What Express and its body parsers say of a request that they refuse. */
interface RequestError {
  readonly status: number;
  readonly message: string;
  readonly type?: string;
  readonly limit?: number;
}

/** A request that could not be read, in words for people. */
export interface RefusedRequest {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const codes: Readonly<Record<number, string>> = {
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

function isRequestError(error: unknown): error is RequestError {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}

function inWords({ message, type, limit }: RequestError): string {
  switch (type) {
    case 'entity.too.large':
      return `The body is larger than ${limit} bytes. Send a smaller one.`;
    case 'charset.unsupported':
      return `The body can't be read: ${message}. Send it in UTF-8.`;
    case 'encoding.unsupported':
      return `The body can't be read: ${message}. Send it without Content-Encoding.`;
    default:
      return `The request can't be read: ${message}. Check its path, headers and body.`;
  }
}

/** What to answer where Express refused a request; nothing for any other error. */
export function describeRefused(error: unknown): RefusedRequest | undefined {
  if (error instanceof URIError) {
    const message =
      'The path has a % that begins no percent-encoding (RFC 3986, 2.1). Send %25 for it.';
    return { status: 400, code: 'bad_request', message };
  }
  if (!isRequestError(error)) {
    return undefined;
  }
  const { status } = error;
  return { status, code: codes[status] ?? 'bad_request', message: inWords(error) };
}
