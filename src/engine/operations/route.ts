import type { Notes } from '../choices/notes.js';
import { ServiceError, SimulatorError } from '../interface/errors.js';
import { quote } from '../interface/format.js';
import { type Operation, operations } from '../interface/operations.js';

/** The version prefix that the address ends in (section 9). */
export const versionPrefix = '/v1';
/** The section that says so. */
export const versionSection = '9';

/** What a path of the service stands for. */
export interface Resource {
  /** The operations of that path, by method. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly pathParameter: string;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function byMethod(path: string): ReadonlyMap<string, Operation> {
  const ofPath = operations.filter((operation) => operation.path === path);
  return new Map(ofPath.map((operation) => [operation.method, operation]));
}

const collection: Resource = { operations: byMethod('/pets'), pathParameter: '' };
const item = byMethod('/pets/{petId}');

/** Finds the resource of a path relative to the address: `/pets` or `/pets/5`. */
export function findResource(path: string): Resource | undefined {
  const [root, pets = '', petId, ...rest] = path.split('/', 4);
  if (root !== '' || decodeSegment(pets) !== 'pets' || rest.length > 0) {
    return undefined;
  }
  if (petId === undefined) {
    return collection;
  }
  return petId === '' ? undefined : { operations: item, pathParameter: decodeSegment(petId) };
}

/** The methods of a resource, as `Allow` lists them (RFC 9110, 10.2.1). */
export function allowedMethods(resource: Resource): string[] {
  const methods = [...resource.operations.keys()];
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...methods, ...head, 'OPTIONS'];
}

/** What came at a path that the document doesn't have. */
export function noSuchPath(path: string): ServiceError {
  return new ServiceError(
    'not_found',
    `${quote(path)} is no path of the service. The document has ${versionPrefix}/pets and ` +
      `${versionPrefix}/pets/{petId} (section 4).`,
  );
}

/** The operation of a method on a resource, if there is one; HEAD is GET without the body. */
export function operationOf(resource: Resource | undefined, method: string): Operation | undefined {
  return resource?.operations.get(method === 'HEAD' ? 'GET' : method);
}

/** Finds the operation of a method on a resource, or says why there is none. */
export function findOperation(
  resource: Resource | undefined,
  method: string,
  path: string,
  notes: Notes,
): Operation {
  if (isMentionedOnly(path)) {
    notes.violation('4.4');
    throw new SimulatorError(
      'simulator_not_described',
      'The document mentions GET /store/orders (section 4.4) and describes neither its parameters ' +
        'nor its responses, so there is nothing to simulate. Use /pets.',
    );
  }
  if (resource === undefined) {
    notes.violation('4');
    throw noSuchPath(versionPrefix + path);
  }
  const operation = operationOf(resource, method);
  if (operation === undefined) {
    const allowed = allowedMethods(resource).join(', ');
    notes.violation('4');
    throw new ServiceError(
      'method_not_allowed',
      `The document has no ${quote(method)} for this path (section 4). Use one of ${allowed}.`,
      [['Allow', allowed]],
    );
  }
  return operation;
}

/** Section 4.4 mentions this operation and doesn't describe it. */
function isMentionedOnly(path: string): boolean {
  return path === '/store/orders';
}
