import { isLosslessNumber, parse } from 'lossless-json';
import { describeValue } from '../document/format.js';
import { readJsonInt64 } from '../document/int64.js';
import { type Pet, PetError, parsePet } from '../document/pet.js';
import { badBody, badContentType, findFieldCauses, wrongKind } from './causes.js';
import type { Cause, Mismatch } from './result.js';
import type { RawResponse } from './send/client.js';

/** Thrown by every function here when a response has the wrong shape. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
  readonly mismatch: Mismatch;
  readonly causes: readonly Cause[];

  /** @param what the place in words */
  constructor(what: string, mismatch: Mismatch, ...causes: readonly Cause[]) {
    super(`${what} ${mismatch.problem}`);
    this.mismatch = mismatch;
    this.causes = causes;
  }
}

const bodyError = (problem: string, cause: string) =>
  new ResponseError('the body', { path: '$', problem }, badBody(cause));

/** Parses the JSON of a response, every number with its digits. */
export function parseJsonResponse({ headers, bytes }: RawResponse): unknown {
  const type = headers.get('content-type');
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
    const got = type === null ? 'none' : JSON.stringify(type);
    const problem = `must be application/json (section 1); got ${got}`;
    const mismatch = { path: 'header content-type', problem };
    throw new ResponseError('the content type', mismatch, badContentType);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw bytes[0] === 0x1f && bytes[1] === 0x8b
      ? bodyError(
          'must be JSON; got gzip, without the header Content-Encoding: gzip',
          'is compressed, and no header says so',
        )
      : bodyError('must be UTF-8, as all JSON (RFC 8259, 8.1)', 'is not UTF-8');
  }
  if (text.startsWith('\ufeff')) {
    const problem = 'must not begin with a byte order mark (RFC 8259, 8.1)';
    throw bodyError(problem, 'begins with a byte order mark');
  }
  try {
    return parse(text);
  } catch (error) {
    // A deeply nested body exhausts the stack of the parser.
    throw bodyError(`must be JSON; ${(error as Error).message.slice(0, 120)}`, 'is not JSON');
  }
}

/** Parses a response; whatever is wrong with it, the result is undefined. */
export function tryParse<T>(
  parseResponse: (response: RawResponse) => T,
  response: RawResponse,
): T | undefined {
  try {
    return parseResponse(response);
  } catch {
    return undefined;
  }
}

function readPet(value: unknown, path = '$', what = 'the Pet'): Pet {
  try {
    return parsePet(value);
  } catch (error) {
    if (!(error instanceof PetError)) {
      throw error;
    }
    const { field, message: problem } = error;
    if (field === undefined) {
      throw new ResponseError(what, { path, problem }, wrongKind('the Pet', value));
    }
    const received = (value as Readonly<Record<string, unknown>>)[field];
    throw new ResponseError(
      `${field} of ${what}`,
      { path: `${path}.${field}`, problem },
      ...findFieldCauses(field, received),
    );
  }
}

export const parsePetResponse = (response: RawResponse): Pet =>
  readPet(parseJsonResponse(response));

/** Parses Pets of section 2: an array of Pet. */
export function parsePetsResponse(response: RawResponse): Pet[] {
  const value = parseJsonResponse(response);
  if (!Array.isArray(value)) {
    const problem = `must be an array; got ${describeValue(value)}`;
    throw new ResponseError('Pets', { path: '$', problem }, wrongKind('Pets', value));
  }
  return value.map((element, index) =>
    readPet(element, `$[${index}]`, `pet ${index + 1} of ${value.length}`),
  );
}

const describeField = (value: unknown) => (value === undefined ? 'none' : describeValue(value));

/** Checks for an Error of section 2, whose status repeats the HTTP status (section 7). */
export function parseErrorResponse(response: RawResponse): void {
  const value = parseJsonResponse(response);
  const kind = describeValue(value);
  if (kind !== 'an object') {
    const mismatch = { path: '$', problem: `must be an object; got ${kind}` };
    throw new ResponseError('the Error', mismatch, wrongKind('the Error', value));
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const reject = (field: string, expected: string, cause?: Cause) => {
    const problem = `must ${expected}; got ${describeField(fields[field])}`;
    const what = `${field} of the Error`;
    const mismatch = { path: `$.${field}`, problem };
    return new ResponseError(what, mismatch, cause ?? wrongKind(what, fields[field]));
  };
  for (const field of ['code', 'message']) {
    if (typeof fields[field] !== 'string') {
      throw reject(field, 'be a string');
    }
  }
  const { status } = fields;
  const integer = isLosslessNumber(status) ? readJsonInt64(status.value) : undefined;
  if (integer !== BigInt(response.status)) {
    const repeated = wrongKind('the Error', status);
    throw reject(
      'status',
      `repeat the HTTP status ${response.status}`,
      isLosslessNumber(status)
        ? { ...repeated, title: 'status of the Error is not the HTTP status' }
        : undefined,
    );
  }
}
