import type { Response, Router } from 'express';
import { writeError } from '../engine/service/errors.js';
import { type ServerErrorName, serverErrors } from './error-body.js';

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

/** Sends an error of the server itself through Express. */
export function sendError(response: Response, name: ServerErrorName, message: string): void {
  const { status, code } = serverErrors[name];
  sendWithStatus(response, status, code, message);
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
