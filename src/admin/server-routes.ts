import { listContracts, readContract } from './contracts.js';
import { streamEvents } from './events.js';
import { portableRoutes, type Routes } from './router.js';

/** Every route of the admin interface: beside the portable ones, those that need Node.js. */
export const routes = {
  ...portableRoutes,
  'GET /events': streamEvents,
  'GET /contracts': listContracts,
  'GET /contracts/{name}': readContract,
} as const satisfies Routes;
