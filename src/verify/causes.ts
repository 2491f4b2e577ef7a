import type { OperationName } from '../document/operations.js';
import { quotes } from './document.js';
import type { Cause, Evidence } from './result.js';
import { isSuccess, type NoResponse } from './send/client.js';

export const acceptedKey: Cause = {
  title: 'a request without the valid key is accepted',
  ...quotes.unauthorized,
};
export const acceptedBody: Cause = {
  title: 'createPet accepts a body that is not a NewPet',
  ...quotes.badRequest,
};
export const missing: Cause = { title: 'a pet that exists is missing' };
export const anotherPet: Cause = { title: 'getPet returns another pet' };
export const redirected: Cause = { title: 'a request is redirected' };
export const repeatedId: Cause = { title: 'two pets have the same id', ...quotes.id };
export const shortPage: Cause = {
  title: 'a page has fewer pets than its limit',
  ...quotes.pageSize,
};

/** What several of these have in common, as where each worker has a store of its own. */
const displaced: Cause = { title: 'a pet is missing, or another one has its place' };
const displacing = [missing, anotherPet, repeatedId, shortPage].map(({ title }) => title);

/** Adds what a cause has in common with others. */
const withCommon = (cause: Cause): readonly Cause[] =>
  displacing.includes(cause.title) ? [cause, displaced] : [cause];

/** The words about each field of a Pet. */
export const fieldQuotes = {
  id: quotes.id,
  name: quotes.name,
  categoryId: quotes.categoryId,
  status: quotes.petStatus,
} as const;

/** A field of a pet is not as it was; another id is another pet. */
export const fieldChanges = (field: keyof typeof fieldQuotes): Cause => ({
  title: `${field} of the Pet changes`,
  ...(field === 'status' ? {} : fieldQuotes[field]),
});

/** What a status means that the document has for the operation, but not here. */
const documented: Readonly<Record<string, Cause>> = {
  'createPet 201': acceptedBody,
  'getPet 200': { title: 'getPet finds a pet with an unknown id' },
  'getPet 404': { ...missing, ...quotes.requested },
};

/**
 * Finds what is wrong with a response: the status, or else what is known of its body. One cause explains
 * all responses of an operation with the same wrong status.
 */
export function findCauses(
  {
    operation,
    expectedStatuses,
    redirect,
  }: Pick<Evidence, 'operation' | 'expectedStatuses' | 'redirect'>,
  received: number,
  ofBody: Cause | undefined,
): readonly Cause[] {
  const [expected] = expectedStatuses;
  if (redirect !== undefined) {
    return [redirected];
  }
  if (expected === undefined || expectedStatuses.includes(received)) {
    return withCommon(ofBody ?? { title: `${operation} returns something else` });
  }
  if (expected === 401) {
    const title = `a request without the valid key gets ${received} instead of 401`;
    // Without a check of the key, anything else that is wrong decides the status.
    const other = { title, ...quotes.unauthorized };
    return isSuccess(received) ? [acceptedKey] : [other, acceptedKey];
  }
  if (received === 401) {
    return [{ title: 'a request with the valid key gets 401', status: received }];
  }
  const known = documented[`${operation} ${received}`];
  const titles = [`${operation} gets ${received}`, `a request gets ${received}`];
  return known ? withCommon(known) : titles.map((title) => ({ title, status: received }));
}

/** Tells a response that began, one that took too long, and none; the details vary by chance. */
export function findLossCause(operation: OperationName, { lost, waited }: NoResponse): Cause {
  const what = lost === 'all' ? 'response' : 'complete response';
  const late = lost === 'all' && waited !== undefined ? ' in time' : '';
  return { title: `${operation} gives no ${what}${late}` };
}
