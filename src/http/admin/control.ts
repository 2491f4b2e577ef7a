import express, { type Request, type Response, Router } from 'express';
import { stringify } from 'lossless-json';
import { methodsOf } from '../../control/call.js';
import type { Control } from '../../control/control.js';
import { ControlError } from '../../control/control-error.js';
import { sendError } from '../express-errors.js';
import type { AdminContext } from './admin.js';
import { selectedSandbox } from './selected-sandbox.js';

/** A snapshot of a million pets. */
const largestBody = '256mb';

/** What the query says, but for the sandbox. */
function queryOf({ url }: Request): URLSearchParams {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  query.delete('sandbox');
  return query;
}

/** Ends when the client goes away. */
function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

async function answer(
  control: Control,
  context: AdminContext,
  request: Request,
  response: Response,
) {
  const { status, value } = await control.answer({
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path: request.path,
    query: queryOf(request),
    sandbox: selectedSandbox(request, context.apiKeys),
    body: typeof request.body === 'string' ? request.body : '',
    signal: signalOf(response),
  });
  if (value === undefined) {
    response.status(status).end();
  } else {
    // Integers that a double can't hold keep their digits.
    response.status(status).type('application/json').send(stringify(value));
  }
}

/** All that spec/admin.openapi.yaml describes and that isn't about HTTP itself. */
export function controlRoutes(context: AdminContext): Router {
  const router = Router();
  router.use(express.text({ type: () => true, limit: largestBody }), async (request, response) => {
    try {
      if (request.method === 'OPTIONS') {
        const methods = [...methodsOf(request.path), 'OPTIONS'].join(', ');
        response.set('Allow', methods).status(204).end();
        return;
      }
      await answer(await context.control(), context, request, response);
    } catch (error) {
      if (!(error instanceof ControlError)) {
        throw error;
      }
      if (error.problem === 'methodNotAllowed') {
        response.set('Allow', [...methodsOf(request.path), 'OPTIONS'].join(', '));
      }
      sendError(response, error.problem, error.message);
    }
  });
  return router;
}
