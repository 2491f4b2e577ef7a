import { isLosslessNumber } from 'lossless-json';
import { type OperationName, operations } from '../document/operations.js';
import { quotes } from './document.js';
import type { Cause, Evidence } from './result.js';

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
export const unknownFound: Cause = { title: 'getPet finds a pet with an unknown id' };
export const redirected: Cause = { title: 'a request is redirected' };
export const repeatedId: Cause = { title: 'two pets have the same id', ...quotes.id };
export const wrongFilter: Cause = {
  title: 'a filtered page has pets with another status',
  ...quotes.filter,
};
export const longPage: Cause = {
  title: 'a page has more pets than its limit',
  ...quotes.pageSize,
};
export const shortPage: Cause = {
  title: 'a page has fewer pets than its limit',
  ...quotes.pageSize,
};

/** A body that is not JSON; `problem` follows "the body". */
export const badBody = (problem: string): Cause => ({
  title: `the body ${problem}`,
  ...quotes.json,
});

export const badContentType: Cause = {
  title: 'Content-Type is not application/json',
  ...quotes.json,
};

const fieldQuotes = {
  id: quotes.id,
  name: quotes.name,
  categoryId: quotes.categoryId,
  status: quotes.petStatus,
} as const;

type Field = keyof typeof fieldQuotes;

/** A field of a pet is not as it was; another id is another pet. */
export const fieldChanges = (field: Field): Cause => ({
  title: `${field} of the Pet changes`,
  ...(field === 'status' ? {} : fieldQuotes[field]),
});

/** The kind of a JSON value: `a string`. */
function nameKind(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'an array';
  }
  if (isLosslessNumber(value)) {
    return 'a number';
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export const wrongKind = (what: string, value: unknown): Cause => ({
  title: `${what} is ${value === undefined ? 'missing' : nameKind(value)}`,
  ...(what.includes('Error') ? quotes.errorShape : {}),
});

/** Why a field of a Pet is wrong: its type, or its value. */
export function findFieldCauses(field: string, value: unknown): Cause[] {
  const what = `${field} of the Pet`;
  const quoted = fieldQuotes[field as Field];
  const isInteger = field === 'id' || field === 'categoryId';
  if (isInteger && isLosslessNumber(value)) {
    return [{ title: `${what} is not an int64 integer`, ...quoted }, fieldChanges(field)];
  }
  return field === 'status' && typeof value === 'string'
    ? [{ title: `${what} is not one of available, pending, sold`, ...quoted }]
    : [{ ...wrongKind(what, value), ...quoted }];
}

const isDocumented = (operation: OperationName, status: number) =>
  operations.some(({ name, statuses }) => name === operation && statuses.includes(status));

type Exchange = Pick<Evidence, 'operation' | 'expectedStatuses' | 'redirect'>;

/** What a status shows that must be another. */
function findStatusCauses(
  { operation, redirect }: Exchange,
  expected: number,
  received: number,
): Cause[] {
  if (redirect !== undefined) {
    return [redirected];
  }
  // From a gateway, or from a server before it finds the operation.
  if (received === 406 || (received >= 502 && received <= 504)) {
    return [{ title: `a request gets ${received}`, status: received }];
  }
  if (expected === 401) {
    const title = `a request without the valid key gets ${received} instead of 401`;
    const isSuccess = received >= 200 && received < 300;
    // Without a check of the key, anything else that is wrong decides the status.
    return isSuccess ? [acceptedKey] : [{ title, ...quotes.unauthorized }, acceptedKey];
  }
  if (received === 401) {
    return [{ title: 'a request with the valid key gets 401', status: received }];
  }
  if (!isDocumented(operation, received)) {
    return [{ title: `${operation} gets ${received}`, status: received }];
  }
  if (operation === 'createPet' && received === 201) {
    return [acceptedBody];
  }
  if (operation === 'getPet') {
    return received === 404 ? [{ ...missing, ...quotes.requested }] : [unknownFound, anotherPet];
  }
  return [{ title: `${operation} gets ${received} instead of ${expected}` }];
}

/** Finds what is wrong with a response, beside what is known of its body. */
export function findCauses(
  exchange: Exchange,
  received: number,
  ofBody: readonly Cause[],
): readonly Cause[] {
  const { operation, expectedStatuses, redirect } = exchange;
  const [first] = expectedStatuses;
  if (first !== undefined && !expectedStatuses.includes(received)) {
    return findStatusCauses(exchange, first, received);
  }
  const causes = [
    ...ofBody,
    ...(isDocumented(operation, received)
      ? []
      : [{ title: `${operation} gets ${received}`, status: received }]),
    ...(redirect === undefined ? [] : [redirected]),
  ];
  return causes.length > 0 ? causes : [{ title: `${operation} returns something else` }];
}

/** Tells a response that began, one that took too long, and none; the details vary by chance. */
export function findLossCause(
  operation: OperationName,
  { lost, waited }: { lost: 'all' | 'part' | 'short'; waited: number | undefined },
): Cause {
  const late = waited === undefined ? '' : ' in time';
  return {
    title: `${operation} gives no ${lost === 'all' ? `response${late}` : 'complete response'}`,
  };
}
