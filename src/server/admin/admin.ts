import { stringify } from 'lossless-json';
import { attempt } from '../../base/text.js';
import { SimulatorError } from '../../document/errors.js';
import { changesRoute } from './changes-route.js';
import { contractRoutes } from './contract-routes.js';
import { controlRoutes } from './control-routes.js';
import { journalRoutes } from './journal-routes.js';
import type { AdminCall, AdminOperation } from './paths.js';
import { readInput } from './read-input.js';
import { checkOwnPets } from './reset.js';
import type { AdminContext, AdminRoute, InputOf, InputShape } from './route.js';
import { sandboxRoutes } from './sandbox-routes.js';

/** All operations of the admin interface; `adminPaths` has their methods and paths. */
export const adminRoutes = {
  ...sandboxRoutes,
  ...controlRoutes,
  ...journalRoutes,
  ...changesRoute,
  ...contractRoutes,
} satisfies Readonly<Record<AdminOperation, object>>;

type Routes = typeof adminRoutes;

/** The routes, each with inputs and an output of any type. */
export const routeTable = adminRoutes as unknown as Readonly<Record<AdminOperation, AdminRoute>>;

/** Input of an operation: the parameters of its path and its query, and its `body`. */
export type AdminInput<Name extends AdminOperation> =
  Routes[Name]['input'] extends infer Fields extends InputShape ? InputOf<Fields> : never;
export type AdminOutput<Name extends AdminOperation> = Awaited<ReturnType<Routes[Name]['run']>>;

/**
 * The admin interface of one simulator, which the router and the clients of this process both call, until the server
 * is stopping or the client leaves. Resolves with JSON, or an empty text, and rejects with a `SimulatorError`.
 */
export type Admin = (call: AdminCall, stopping?: AbortSignal) => Promise<string>;

type Replacer = (name: string, value: unknown) => unknown;

/** Writes JSON; integers that a double can't hold keep their digits. */
function writeJson(value: unknown, replacer: Replacer | undefined, space: number | undefined) {
  // `JSON.stringify` throws at a bigint, and takes a fifteenth of the time for all else.
  return attempt(() => JSON.stringify(value, replacer, space)) ?? stringify(value, replacer, space);
}

export function createAdmin(context: AdminContext): Admin {
  const hideKeys = (_name: string, value: unknown) =>
    typeof value === 'string' ? context.redact(value) : value;
  return async (call, stopping = new AbortController().signal) => {
    const { sandbox } = call;
    const route = routeTable[call.operation];
    try {
      if (route.usesPets) {
        checkOwnPets(context.options);
      }
      const value = await route.run(context, sandbox, readInput(route, call) as never, stopping);
      const replacer = route.hidesKeys ? hideKeys : undefined;
      return typeof value === 'string' ? value : (writeJson(value, replacer, route.indent) ?? '');
    } catch (error) {
      // A 501 of the engine, such as a pet without room for it, is a conflict here.
      const isConflict =
        error instanceof SimulatorError &&
        error.status === 501 &&
        error.code !== 'simulator_store_unavailable';
      throw isConflict ? new SimulatorError('simulator_conflict', error.message) : error;
    }
  };
}
