import type { Response, Router } from 'express';
import { type ServerErrorName, serverErrorBody, serverErrors } from './error-body.js';

/** Sends an error of the server itself through Express. */
export function sendError(response: Response, name: ServerErrorName, message: string): void {
  const body = serverErrorBody(name, message);
  response.status(serverErrors[name].status).type('application/json').send(body);
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
