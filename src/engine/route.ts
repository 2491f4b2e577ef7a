import { quote } from '../base/text.js';
import { ServiceError, SimulatorError } from '../document/errors.js';
import { sections } from '../document/generated/sections.js';
import {
  listMethods,
  parseResource,
  type Resource,
  versionPrefix,
} from '../document/operations.js';
import type { Note } from './notes.js';

export interface Target extends Resource {
  /** The sandbox that the path selects, as it was sent. */
  readonly sandbox?: string | undefined;
  /** Relative to the base URL: `/pets/5`. */
  readonly path: string;
}

const servicePath = new RegExp(`^(?:/sandboxes/([^/]*))?${versionPrefix}(/.*)?$`, 's');

export const isServicePath = (path: string) => servicePath.test(path);

/** Parses `/v1/…` and `/sandboxes/<name>/v1/…`; no other path is the service's. */
export function parseTarget(path: string): Target | undefined {
  const match = servicePath.exec(path);
  if (match === null) {
    return undefined;
  }
  const [, sandbox, relative = ''] = match;
  const { resource, petId } = parseResource(relative);
  return { sandbox, path: relative, resource, petId };
}

/** True of the service's paths without its prefix: requests that miss it. */
export const lacksVersion = (path: string) => /^\/pets(\/|$)/.test(path);

export function createPathError(path: string): ServiceError {
  return new ServiceError(
    'not_found',
    `The path must be ${versionPrefix}/pets or ${versionPrefix}/pets/{petId} (section 4); got ` +
      `${quote(path)}.`,
    { cause: 'unknown_path', brief: 'unknown path' },
  );
}

/** Creates the error for a request without an operation, and notes the violation. */
export function createRouteError(
  { path, resource }: Target,
  method: string,
  notes: Note[],
): ServiceError | SimulatorError {
  const isMentioned = path === '/store/orders';
  notes.push({
    kind: 'violation',
    section: isMentioned ? sections.otherOperations : sections.endpoints,
  });
  if (isMentioned) {
    return new SimulatorError(
      'simulator_not_described',
      'The document mentions GET /store/orders (section 4.4) without parameters and responses, so ' +
        'the simulator has nothing to respond with. Use /pets.',
    );
  }
  if (resource === undefined) {
    return createPathError(versionPrefix + path);
  }
  const allowed = listMethods(resource).join(', ');
  return new ServiceError(
    'method_not_allowed',
    `The method must be one of ${allowed} (section 4); got ${quote(method)}.`,
    { headers: [['Allow', allowed]], brief: 'unknown method' },
  );
}
