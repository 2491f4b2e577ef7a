import express, { Router } from 'express';
import { stringify } from 'lossless-json';
import { allowed, answering, called } from './called.js';
import type { AdminContext } from './context.js';

/** A snapshot of a million pets. */
const largestBody = '256mb';

/** All that spec/admin.openapi.yaml describes and that isn't about HTTP itself. */
export function controlRoutes(context: AdminContext): Router {
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
