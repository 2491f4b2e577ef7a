import { isLosslessNumber, parse } from 'lossless-json';

/** What the document says about a response is wrong. */
export class Wrong extends Error {}

/** A response as its client reads it. */
export interface ReadResponse {
  readonly status: number;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export type Fields = Readonly<Record<string, unknown>>;

const statuses: readonly unknown[] = ['available', 'pending', 'sold'];

/** Reads JSON with the status that the document promises. */
export function readJson({ status, type, bytes }: ReadResponse, expected: number): unknown {
  if (status !== expected) {
    throw new Wrong(`the status is ${status} instead of ${expected}`);
  }
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Wrong(`the content type is ${type || 'missing'}`);
  }
  try {
    return parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new Wrong('the body is not JSON');
  }
}

/** An int64; also as 1.0 or 1e3, which are integers. */
export function readInteger(value: unknown): bigint | undefined {
  if (!isLosslessNumber(value)) {
    return undefined;
  }
  const [, digits = '', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e\+?(-?\d+))?$/i.exec(value.value) ?? [];
  const shift = Number(exponent) - fraction.length;
  if (digits === '' || shift < -40 || shift > 40) {
    return undefined;
  }
  const whole = BigInt(digits + fraction);
  const scale = 10n ** BigInt(Math.abs(shift));
  const integer = shift < 0 ? (whole % scale === 0n ? whole / scale : undefined) : whole * scale;
  return integer !== undefined && BigInt.asIntN(64, integer) === integer ? integer : undefined;
}

function readFields(value: unknown): Fields {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    isLosslessNumber(value)
  ) {
    throw new Wrong('there is no object where one must be');
  }
  return value as Fields;
}

const isString = (value: unknown) => typeof value === 'string';
const isInteger = (value: unknown) => readInteger(value) !== undefined;

/** The fields of section 2. */
const isValid: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isInteger,
  name: isString,
  categoryId: isInteger,
  status: (value) => value === undefined || statuses.includes(value),
};

/** Reads a Pet; only the fields that the shop reads must be right. */
export function readPet(value: unknown, reads: readonly string[]): Fields {
  const pet = readFields(value);
  for (const field of reads) {
    if (isValid[field]?.(pet[field]) !== true) {
      throw new Wrong(`the ${field} of a pet is wrong`);
    }
  }
  return pet;
}

/** Reads an Error of an HTTP status. */
export function readError(value: unknown, status: number, reads: readonly string[]): void {
  const error = readFields(value);
  for (const field of reads) {
    const isRight =
      field === 'status' ? readInteger(error[field]) === BigInt(status) : isString(error[field]);
    if (!isRight) {
      throw new Wrong(`the ${field} of an Error is wrong`);
    }
  }
}
