import { ServiceError, SimulatorError } from '../document/errors.js';
import { decodePercent, quote } from '../document/format.js';
import { type Operation, operations, versionPrefix } from '../document/operations.js';
import { addNote, type Note } from './notes.js';

/** The resource of a path of the service. */
export interface Resource {
  /** The operations of the path, by method. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly pathParameter: string;
}

function mapOperations(path: string): ReadonlyMap<string, Operation> {
  const ofPath = operations.filter((operation) => operation.path === path);
  return new Map(ofPath.map((operation) => [operation.method, operation]));
}

const collection: Resource = { operations: mapOperations('/pets'), pathParameter: '' };
const item = mapOperations('/pets/{petId}');

/** Finds the resource of a path relative to the base URL: `/pets` or `/pets/5`. */
export function findResource(path: string): Resource | undefined {
  if (path === '/pets') {
    return collection;
  }
  const [, pets = '', petId, ...rest] = path.split('/', 4);
  if (decodePercent(pets) !== 'pets' || rest.length > 0) {
    return undefined;
  }
  if (petId === undefined) {
    return collection;
  }
  return petId === '' ? undefined : { operations: item, pathParameter: decodePercent(petId) };
}

/** Lists the methods of a resource for the header `Allow` (RFC 9110, 10.2.1). */
export function listMethods(resource: Resource): string[] {
  const methods = [...resource.operations.keys()];
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...methods, ...head, 'OPTIONS'];
}

/** Creates the 404 of a path that the document doesn't have. */
export function createPathError(path: string): ServiceError {
  return new ServiceError(
    'not_found',
    `The path must be ${versionPrefix}/pets or ${versionPrefix}/pets/{petId} (section 4); got ` +
      `${quote(path)}.`,
  );
}

/** Finds the operation of a method on a resource; HEAD is GET without the body. */
export function findOperation(
  resource: Resource | undefined,
  method: string,
): Operation | undefined {
  return resource?.operations.get(method === 'HEAD' ? 'GET' : method);
}

/**
 * Checks that a request has an operation.
 *
 * @throws {ServiceError} `not_found` or `method_not_allowed`
 * @throws {SimulatorError} `simulator_not_described`
 */
export function requireOperation(
  resource: Resource | undefined,
  method: string,
  path: string,
  notes: Note[],
): Operation {
  if (path === '/store/orders') {
    addNote(notes, { kind: 'violation', section: '4.4' });
    throw new SimulatorError(
      'simulator_not_described',
      'The document mentions GET /store/orders (section 4.4) without parameters and responses, so ' +
        'the simulator has nothing to respond with. Use /pets.',
    );
  }
  if (resource === undefined) {
    addNote(notes, { kind: 'violation', section: '4' });
    throw createPathError(versionPrefix + path);
  }
  const operation = findOperation(resource, method);
  if (operation === undefined) {
    const allowed = listMethods(resource).join(', ');
    addNote(notes, { kind: 'violation', section: '4' });
    throw new ServiceError(
      'method_not_allowed',
      `The method must be one of ${allowed} (section 4); got ${quote(method)}.`,
      [['Allow', allowed]],
    );
  }
  return operation;
}
