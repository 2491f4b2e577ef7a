import type { OperationName } from '../document/operations.js';
import { type Quoted, quotes } from './document.js';
import type { Cause } from './result.js';

export const keyIgnored: Cause = {
  title: 'a request without the valid key does not get 401',
  ...quotes.unauthorized,
};
export const acceptedBody: Cause = {
  title: 'createPet accepts a body that is not a NewPet',
  ...quotes.badRequest,
};
/** Where each worker has a store of its own, all of these happen. */
const displaced = 'a pet is missing, or another one has its id or its place';
export const missing: Cause = { title: displaced, ...quotes.requested };
export const repeatedId: Cause = { title: displaced, ...quotes.id };
export const shortPage: Cause = { title: displaced, ...quotes.pageSize };

/** What a status means that the document has for the operation, but not here. */
const documented: Readonly<Record<string, Cause>> = {
  'createPet 201': acceptedBody,
  'getPet 200': { title: 'getPet finds a pet with an unknown id', ...quotes.notFound },
  'getPet 404': missing,
};

/** The words that require a status. */
const words: Readonly<Record<string, Quoted>> = {
  'listPets 200': quotes.page,
  'createPet 201': quotes.created,
  'createPet 400': quotes.badRequest,
  'getPet 200': quotes.requested,
  'getPet 404': quotes.notFound,
};

/** Finds what is wrong with a response: the status, or else what is known of its body. */
export function findCause(
  operation: OperationName,
  allowed: readonly number[],
  received: number | undefined,
  ofBody: Cause | undefined,
): Cause {
  const [expected] = allowed;
  const quoted = expected === 401 ? quotes.unauthorized : words[`${operation} ${expected}`];
  if (received === undefined) {
    return { title: `${operation} gives no complete response`, ...quoted };
  }
  if (expected === undefined || allowed.includes(received)) {
    return { title: `${operation} returns something else`, ...quoted, ...ofBody };
  }
  if (received >= 300 && received < 400) {
    return { title: 'a request is redirected', ...quoted };
  }
  if (expected === 401) {
    return keyIgnored;
  }
  if (received === 401) {
    return { title: 'a request with the valid key gets 401', ...quoted };
  }
  const known = documented[`${operation} ${received}`];
  return known ?? { title: `a request gets ${received}`, ...quoted };
}
