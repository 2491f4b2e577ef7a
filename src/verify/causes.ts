import type { OperationName } from '../document/operations.js';
import { type Quoted, quotes } from './document.js';
import type { Cause } from './result.js';

export const keyIgnored = 'a request without the valid key does not get 401';
export const acceptedBody = 'createPet accepts a body that is not a NewPet';
/** Where each worker has a store of its own, all of these happen. */
export const displaced = 'a pet is missing, or another one has its id or its place';

/** What a status means that the document has for the operation, but not here. */
const documented: Readonly<Record<string, string>> = {
  'createPet 201': acceptedBody,
  'getPet 200': 'getPet finds a pet with an unknown id',
  'getPet 404': displaced,
};

/** The words that require a status. */
const words: Readonly<Record<string, Quoted>> = {
  'listPets 200': quotes.page,
  'createPet 201': quotes.created,
  'createPet 400': quotes.badRequest,
  'getPet 200': quotes.requested,
  'getPet 404': quotes.notFound,
};

function findTitle(
  operation: OperationName,
  allowed: readonly number[],
  received: number | undefined,
  ofBody: string | undefined,
): string {
  if (received === undefined) {
    return `${operation} gives no complete response`;
  }
  if (allowed.length === 0 || allowed.includes(received)) {
    return ofBody ?? `${operation} returns something else`;
  }
  if (received >= 300 && received < 400) {
    return 'a request is redirected';
  }
  if (allowed.includes(401)) {
    return keyIgnored;
  }
  return received === 401
    ? 'a request with the valid key gets 401'
    : (documented[`${operation} ${received}`] ?? `a request gets ${received}`);
}

/** Finds what is wrong with a response: the status, or else what is known of its body. */
export function findCause(
  operation: OperationName,
  allowed: readonly number[],
  received: number | undefined,
  ofBody: string | undefined,
): Cause {
  const [expected = received] = allowed;
  const quoted = expected === 401 ? quotes.unauthorized : words[`${operation} ${expected}`];
  return { title: findTitle(operation, allowed, received, ofBody), ...quoted };
}
