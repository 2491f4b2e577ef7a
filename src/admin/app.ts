import type { RequestListener } from 'node:http';
import { loadLazily } from '../http/lazy-listener.js';
import { readTarget } from '../http/read-request.js';
import { type HealthContext, serveHealth } from './health.js';
import {
  type AdminServerContext,
  createAdminListener,
  isAdminPath,
  sendRefusal,
} from './listener.js';
import type { PagesContext } from './pages.js';

/** What the app needs from the simulator. */
export type AppContext = AdminServerContext & PagesContext & HealthContext;

/** Everything that the server has beside the service: the admin interface, health, documents, pages. */
export function createApp(context: AppContext): RequestListener {
  const admin = createAdminListener(context);
  const pages = loadLazily(
    async () => {
      const { createPages } = await import('./pages.js');
      return createPages(context) as RequestListener;
    },
    (error, response) => sendRefusal(response, error),
  );
  return (request, response) => {
    const { path, query } = readTarget(request);
    if (isAdminPath(path)) {
      admin(request, response);
      return;
    }
    // Pages may read all below, but not the admin interface.
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (serveHealth(path, request, response, context)) {
      return;
    }
    // Express fails on some absolute URLs (RFC 9112, 3.2.2), such as `http://[/`.
    request.url = `${path || '/'}${query && `?${query}`}`;
    pages(request, response);
  };
}
