import { type OperationName, operations } from '../engine/interface/operations.js';
import type { Evidence, Mismatch } from './result.js';

/** Replaces quotes and numbers, which vary between exchanges. */
const withoutValues = (text: string) =>
  text.replace(/"(?:[^"\\]|\\.)*"/g, 'a text').replace(/-?\d+(?:\.\d+)?/g, 'n');

export function findOperation({ request }: Evidence): OperationName {
  if (request.startsWith('POST ')) {
    return 'createPet';
  }
  return /^\w+ \/pets\//.test(request) ? 'getPet' : 'listPets';
}

const isDocumented = (operation: OperationName, status: number) =>
  operations.some(({ name, statuses }) => name === operation && statuses.includes(status));

/** Differences that both a check and a status can show. */
export const acceptedKey = 'a request without the valid key is accepted';
export const acceptedBody = 'createPet accepts a body that is not a NewPet';
export const missing = 'a pet that exists is missing';
export const anotherPet = 'getPet returns another pet';
export const wrongFilter = 'a filtered page has pets with another status';
export const repeatedId = 'two pets have the same id';
export const foundBefore = 'getPet returned this pet before';
export const changedStatus = 'status of the Pet changes';

const unknownFound = 'getPet finds a pet with an unknown id';
export const redirected = 'a request is redirected';
const redirect = /^3\d\d to /;

function describeStatus(evidence: Evidence, expected: number, received: number): string[] {
  const operation = findOperation(evidence);
  const isSuccess = received >= 200 && received < 300;
  if (redirect.test(evidence.received)) {
    return [redirected];
  }
  // From a gateway, or from a server before it finds the operation.
  if (received === 406 || (received >= 502 && received <= 504)) {
    return [`a request gets ${received}`];
  }
  if (expected === 401) {
    const other = `a request without the valid key gets ${received} instead of 401`;
    // Without a check of the key, anything else that is wrong decides the status.
    return isSuccess ? [acceptedKey] : [other, acceptedKey];
  }
  if (received === 401) {
    return ['a request with the valid key gets 401'];
  }
  if (!isDocumented(operation, received)) {
    return [`${operation} gets ${received}`];
  }
  if (operation === 'createPet' && received === 201) {
    return [acceptedBody];
  }
  if (operation === 'getPet') {
    return received === 404 ? [missing] : [unknownFound, anotherPet];
  }
  return [`${operation} gets ${received} instead of ${expected}`];
}

/** Describes what is wrong with a field: its type, or its value. */
function describeField(what: string, problem: string, isOnPage: boolean): string[] {
  const [, wanted = '', got = ''] =
    /^must (?:be )?(.*?)(?: \(section 2\))?(?:; got (.*))?$/s.exec(problem) ?? [];
  const type = /\((a \w+)\)$/.exec(got)?.[1] ?? got;
  const changes = `${what} changes`;
  if (/^is required/.test(problem) || got === 'none') {
    return [`${what} is missing`];
  }
  if (type === 'a number' && /integer/.test(wanted)) {
    return [`${what} is not an int64 integer`, changes];
  }
  if (/one of available|available, pending or sold/.test(wanted) && type === 'a string') {
    return [`${what} is not one of available, pending, sold`];
  }
  if (/HTTP status/.test(problem) && type === 'a number') {
    return [`${what} is not the HTTP status`];
  }
  const isValue = /^(?:".*"|-?\d+)$/s.test(wanted) && (type === 'a string' || type === 'a number');
  if (isValue) {
    return [isOnPage ? wrongFilter : changes];
  }
  return [type === '' ? `${what} ${withoutValues(problem)}` : `${what} is ${type}`];
}

/** Differences of a whole body. */
const wholes: readonly (readonly [pattern: RegExp, difference: string])[] = [
  [/^must be JSON; got gzip/, 'the body is compressed, and no header says so'],
  [/^must be JSON/, 'the body is not JSON'],
  [/^must be UTF-8/, 'the body is not UTF-8'],
  [/^must have at most \d+ element/, 'a page has more pets than its limit'],
];

function describeMismatch(
  { path, problem }: Mismatch,
  { expectedStatus = 200 }: Evidence,
): string[] {
  const thing = expectedStatus < 400 ? 'the Pet' : 'the Error';
  const [, index, field] = /^\$(?:\[(\d+)\])?\.(\w+)/.exec(path) ?? [];
  const [, absent] = /^must have (\w+)[\w, ]*; got (?:the|no) field/.exec(problem) ?? [];
  if (path === 'header content-type') {
    return ['Content-Type is not application/json'];
  }
  if (absent !== undefined) {
    return [`${absent} of ${thing} is missing`];
  }
  if (field !== undefined) {
    return describeField(`${field} of ${thing}`, problem, index !== undefined);
  }
  return [wholes.find(([pattern]) => pattern.test(problem))?.[1] ?? withoutValues(problem)];
}

/** Tells a response that began, one that took too long, and none; the details vary by chance. */
function describeLoss(evidence: Evidence): string {
  const operation = findOperation(evidence);
  if (isIncomplete(evidence)) {
    return `${operation} gives no complete response`;
  }
  return `${operation} gives no response${evidence.waited === undefined ? '' : ' in time'}`;
}

/** Whether a response began and did not end. */
export const isIncomplete = ({ received }: Evidence) => received.startsWith('no complete response');

/** Whether the request must succeed. */
export const isValid = (evidence: Evidence) =>
  listExpectedStatuses(evidence).some((status) => status < 300);

/** Lists the statuses that a check allows: `400 or 413 with an Error`. */
export function listExpectedStatuses({ expectedStatus, expected }: Evidence): number[] {
  if (expectedStatus !== undefined) {
    return [expectedStatus];
  }
  const [list = ''] = /^\d{3}(?: or \d{3})*(?= )/.exec(expected) ?? [];
  return list === '' ? [] : list.split(' or ').map(Number);
}

/**
 * Describes what is wrong with an exchange, without its values, so that failures with the same cause have
 * the same description. The likeliest comes first; the others are also true, and more failures may share
 * them.
 */
export function listDifferences(evidence: Evidence): string[] {
  const { receivedStatus, received, mismatches, problem, expected } = evidence;
  if (receivedStatus === undefined) {
    return [describeLoss(evidence)];
  }
  const operation = findOperation(evidence);
  const allowed = listExpectedStatuses(evidence);
  const [first] = allowed;
  if (first !== undefined && !allowed.includes(receivedStatus)) {
    return describeStatus(evidence, first, receivedStatus);
  }
  const own = mismatches.flatMap(
    (mismatch) => mismatch.differences ?? describeMismatch(mismatch, evidence),
  );
  const differences = [
    ...(own.length > 0 ? own : [withoutValues(problem ?? `expected ${expected}`)]),
    ...(isDocumented(operation, receivedStatus) ? [] : [`${operation} gets ${receivedStatus}`]),
    ...(redirect.test(received) ? [redirected] : []),
    ...(expected.includes(' or 404') ? [unknownFound] : []),
  ];
  return [...new Set(differences)];
}
