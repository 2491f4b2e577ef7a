import { ServiceError, SimulatorError } from './interface/errors.js';
import { isPreflight, sandboxHeader } from './interface/headers.js';
import type { ServiceRequest } from './interface/message.js';
import { createPathError, findResource, type Resource } from './operations/route.js';
import { defaultSandbox } from './sandbox/sandbox.js';
import {
  parseServicePath,
  readSandboxFromKey,
  selectSandbox,
  selectSandboxWithoutKey,
} from './sandbox/selection.js';

const sandboxField = sandboxHeader.toLowerCase();

/** The sandbox and the resource that a request concerns. */
export interface Target {
  readonly sandbox: string;
  /** Whether the request creates it: a client without a key creates no sandbox, and pushes none out. */
  readonly creates: boolean;
  /** Relative to the base URL; undefined when it isn't a path of the service. */
  readonly path: string | undefined;
  readonly resource: Resource | undefined;
  /** Why the request is refused, if it is refused so early. */
  readonly refusal: ServiceError | SimulatorError | undefined;
}

/** Finds the sandbox of a request and authenticates: the key may select one, so the two are one step. */
export function findTarget(
  request: ServiceRequest,
  { apiKeys }: { readonly apiKeys: readonly string[] },
): Target {
  const servicePath = parseServicePath(request.path);
  const path = servicePath?.path;
  const resource = path === undefined ? undefined : findResource(path);
  const target = { sandbox: defaultSandbox, creates: true, path, resource, refusal: undefined };
  if (servicePath === undefined) {
    return { ...target, refusal: createPathError(request.path) };
  }
  if (asksForOptions(request, resource)) {
    return target;
  }
  const header = request.header(sandboxField);
  try {
    const key = readSandboxFromKey(request.header('authorization'), apiKeys);
    return { ...target, sandbox: selectSandbox({ key, path: servicePath.sandbox, header }) };
  } catch (refusal) {
    // The request selects no sandbox, or two.
    if (refusal instanceof SimulatorError) {
      return { ...target, refusal };
    }
    // It has no valid key.
    if (refusal instanceof ServiceError) {
      const sandbox = selectSandboxWithoutKey(servicePath.sandbox, header);
      return { ...target, sandbox, creates: sandbox === defaultSandbox, refusal };
    }
    throw refusal;
  }
}

/** Whether a request needs no key, as browsers send none with a preflight. */
export function asksForOptions(request: ServiceRequest, resource: Resource | undefined): boolean {
  return request.method === 'OPTIONS' && (resource !== undefined || isPreflight(request));
}
