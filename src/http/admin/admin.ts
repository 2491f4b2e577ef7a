import { Router } from 'express';
import { sendError } from '../express-errors.js';
import { contractRoutes } from './contracts.js';
import { guard } from './guard.js';
import { providerStateRoutes } from './provider-states.js';

/** What the simulator's own interface needs to know of the simulator. */
export interface AdminContext {
  /** A key that is valid, to be told to verifiers. */
  readonly apiKey: string;
  /** The host it listens on: beyond loopback, a token is asked for. */
  readonly host: string;
  readonly token: string | undefined;
  /** The service, without any network; what is called this way is recorded nowhere. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** What there is, to be told to those who look for something else. */
export const adminPaths = ['/__admin/contracts/', '/__admin/provider-states'];

/** The simulator's own interface, at `/__admin`. */
export function adminRouter(context: AdminContext): Router {
  const router = Router();
  // Published documents: whoever may call the service may read them.
  router.use('/contracts', contractRoutes());
  router.use(guard(context));
  router.use('/provider-states', providerStateRoutes(context));
  // Not left to the app around it, which lets pages read what it answers.
  router.use((request, response) => {
    const message =
      `${JSON.stringify(request.originalUrl)} is no path of the simulator's own interface. There are ` +
      `${adminPaths.join(' and ')}.`;
    sendError(response, 'notFound', message);
  });
  return router;
}
