import { Router } from 'express';
import { document } from '../../control/generated/document.js';
import { readOnlyPath } from '../express-errors.js';
import type { AdminContext } from './context.js';
import { contractRoutes } from './contracts.js';
import { controlRoutes } from './control.js';
import { eventRoutes } from './events.js';
import { guard } from './guard.js';
import { providerStateRoutes } from './provider-states.js';

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
