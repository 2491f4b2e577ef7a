import { createBadRequest, SimulatorError } from '../../document/errors.js';
import { checkInput, copyJson } from './input.js';
import { createLoadStart } from './load-start.js';
import type { AdminSources } from './route.js';
import { findRoute } from './routes.js';
import type { AdminInput, AdminOperation, AdminOutput } from './types.js';

/** The error of this interface: a 501 of the engine, such as a pet without room for it, is a conflict here. */
function toAdminError(error: unknown): unknown {
  if (error instanceof RangeError) {
    return createBadRequest('The body must be JSON: it is nested too deeply.');
  }
  const isConflict =
    error instanceof SimulatorError &&
    error.status === 501 &&
    error.code !== 'simulator_store_unavailable';
  return isConflict ? new SimulatorError('simulator_conflict', error.message) : error;
}

/** The admin interface of one simulator, which the router and the clients of this process both call. */
export interface Admin {
  /**
   * Calls an operation with its input: path and query parameters by their names, and the `body`.
   *
   * @param signal aborted when the caller goes away, or the server stops
   * @returns a copy
   * @throws {SimulatorError} when the input is wrong, or the simulator refuses
   */
  call<Name extends AdminOperation>(
    name: Name,
    sandbox: string,
    input: AdminInput<Name>,
    signal?: AbortSignal,
  ): Promise<AdminOutput<Name>>;
}

const neverAborted = new AbortController().signal;

export function createAdmin(sources: AdminSources): Admin {
  const context = { ...sources, loadStart: createLoadStart(sources) };
  return {
    call: async (name, sandbox, input, signal = neverAborted) => {
      try {
        const route = findRoute(name);
        const copy = copyJson(input);
        checkInput(route, copy);
        return copyJson(await route.run(context, sandbox, copy, signal)) as AdminOutput<
          typeof name
        >;
      } catch (error) {
        throw toAdminError(error);
      }
    },
  };
}
