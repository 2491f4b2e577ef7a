import express, { Router } from 'express';
import { stringify } from 'lossless-json';
import { allowed, answering, called } from './called.js';
import { contractRoutes } from './contracts.js';
import type { Control } from './control.js';
import { eventRoutes } from './events.js';
import { readOnlyPath } from './express-errors.js';
import { document } from './generated/document.js';
import { guard } from './guard.js';
import { providerStateRoutes } from './provider-states.js';

/** What the simulator's own interface needs to know of the simulator. */
export interface AdminContext {
  /** A key that is valid, to be told to verifiers. */
  readonly apiKey: string;
  /** The host it listens on: beyond loopback, a token is asked for. */
  readonly host: string;
  readonly token: string | undefined;
  /** All keys that are valid: one may select a sandbox. */
  readonly apiKeys: readonly string[];
  readonly control: () => Promise<Control>;
  /** The service, without any network; what is called this way is recorded nowhere. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** A snapshot of a million pets. */
const largestBody = '256mb';

/** All that spec/admin.openapi.yaml describes and that isn't about HTTP itself. */
function controlRoutes(context: AdminContext): Router {
  const router = Router();
  router.use(
    express.raw({ type: () => true, limit: largestBody, inflate: false }),
    answering(async (request, response) => {
      if (request.method === 'OPTIONS') {
        response.set('Allow', allowed(request.path)).status(204).end();
        return;
      }
      const control = await context.control();
      const { status, value } = await control.answer(called(request, response, context));
      if (value === undefined) {
        response.status(status).end();
      } else {
        // Integers that a double can't hold keep their digits.
        response.status(status).type('application/json').send(stringify(value));
      }
    }),
  );
  return router;
}

/** What there is, to be told to those who look for something else. */
export const adminPaths = ['/__admin/openapi.json', '/__admin/contracts/'];

/** The simulator's own interface, at `/__admin`. */
export function adminRouter(context: AdminContext): Router {
  const router = Router();
  // Published documents: whoever may call the service may read them.
  router.use('/contracts', contractRoutes());
  router.get('/openapi.json', (_request, response) => {
    response.json(document);
  });
  readOnlyPath(router, ['/openapi.json']);
  router.use(guard(context));
  router.use('/provider-states', providerStateRoutes(context));
  router.use('/events', eventRoutes(context));
  router.use(controlRoutes(context));
  return router;
}
