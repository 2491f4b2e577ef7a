import { isLosslessNumber, parse } from 'lossless-json';
import { describeValue } from '../../engine/interface/format.js';
import { readJsonInt64 } from '../../engine/interface/int64.js';
import { type Pet, PetError, parsePet } from '../../engine/pets/pet.js';
import type { RawResponse } from './transport.js';

/** Thrown by every function here when a response has the wrong shape. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
  /** The place, as in a {@link Mismatch}. */
  readonly path: string;
  /** `must be a string; got null` */
  readonly problem: string;

  /** @param what the place in words */
  constructor(path: string, what: string, problem: string) {
    super(`${what} ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

/** Parses the JSON of a response, every number with its digits. */
export function parseJsonResponse({ headers, bytes }: RawResponse): unknown {
  const type = headers.get('content-type');
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new ResponseError(
      'header content-type',
      'the content type',
      `must be application/json (section 1); got ${type === null ? 'none' : JSON.stringify(type)}`,
    );
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const problem = isGzip
      ? 'must be JSON; got gzip, without the header Content-Encoding: gzip'
      : 'must be UTF-8, as all JSON (RFC 8259, 8.1)';
    throw new ResponseError('$', 'the body', problem);
  }
  if (text.startsWith('\ufeff')) {
    const problem = 'must not begin with a byte order mark (RFC 8259, 8.1)';
    throw new ResponseError('$', 'the body', problem);
  }
  try {
    return parse(text);
  } catch (error) {
    // A deeply nested body exhausts the stack of the parser.
    const problem = `must be JSON; ${(error as Error).message.slice(0, 120)}`;
    throw new ResponseError('$', 'the body', problem);
  }
}

/** Parses a response; whatever is wrong with it, the result is undefined. */
export function tryParse<T>(
  parse: (response: RawResponse) => T,
  response: RawResponse,
): T | undefined {
  try {
    return parse(response);
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
    const { field, message } = error;
    throw field === undefined
      ? new ResponseError(path, what, message)
      : new ResponseError(`${path}.${field}`, `${field} of ${what}`, message);
  }
}

export const parsePetResponse = (response: RawResponse): Pet =>
  readPet(parseJsonResponse(response));

/** Parses Pets of section 2: an array of Pet. */
export function parsePetsResponse(response: RawResponse): Pet[] {
  const value = parseJsonResponse(response);
  if (!Array.isArray(value)) {
    throw new ResponseError('$', 'Pets', `must be an array; got ${describeValue(value)}`);
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
    throw new ResponseError('$', 'the Error', `must be an object; got ${kind}`);
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const field of ['code', 'message']) {
    if (typeof fields[field] !== 'string') {
      throw new ResponseError(
        `$.${field}`,
        `${field} of the Error`,
        `must be a string; got ${describeField(fields[field])}`,
      );
    }
  }
  const { status } = fields;
  const integer = isLosslessNumber(status) ? readJsonInt64(status.value) : undefined;
  if (integer !== BigInt(response.status)) {
    throw new ResponseError(
      '$.status',
      'status of the Error',
      `must repeat the HTTP status ${response.status}; got ${describeField(status)}`,
    );
  }
}
