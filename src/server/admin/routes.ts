import { journalRoutes } from './journal-routes.js';
import type { AdminOperation } from './paths.js';
import { petRoutes } from './pet-routes.js';
import type { AdminRoute } from './route.js';
import { sandboxRoutes } from './sandbox-routes.js';

/** All operations of the admin interface; `adminPaths` has their methods and paths. */
export const adminRoutes = { ...sandboxRoutes, ...journalRoutes, ...petRoutes } satisfies Readonly<
  Record<AdminOperation, object>
>;

export const findRoute = (name: AdminOperation) => adminRoutes[name] as unknown as AdminRoute;
