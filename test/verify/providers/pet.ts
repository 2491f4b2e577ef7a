import { LosslessNumber, parse } from 'lossless-json';
import type { NewPet, Pet, PetStatus } from '../../../src/index.js';
import { badRequest } from './call.js';

export type { NewPet, Pet, PetStatus };

/** Refuses an object that leaves out a field of the spec. */
export type EveryField<Of extends NewPet> = Record<keyof Of, unknown>;

export const petStatuses = ['available', 'pending', 'sold'] as const;

export type Fields = Readonly<Record<string, unknown>>;

export const isPetStatus = (value: unknown): value is PetStatus =>
  petStatuses.some((status) => status === value);

const isInt64 = (value: bigint) => BigInt.asIntN(64, value) === value;

/** An int64 written in digits; otherwise nothing. */
export function int64Of(digits: string): bigint | undefined {
  if (!/^-?(0|[1-9]\d{0,18})$/.test(digits)) return undefined;
  const value = BigInt(digits);
  return isInt64(value) ? value : undefined;
}

/** The digits of a number as they were sent; otherwise nothing. */
export const digitsOf = (value: unknown) =>
  value instanceof LosslessNumber ? value.value : undefined;

/** JSON as it was sent: every number keeps its digits. */
export function parseBody(body: Buffer): unknown {
  try {
    return parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

export function fieldsOf(value: unknown): Fields {
  if (value === null || typeof value !== 'object' || value instanceof LosslessNumber)
    throw badRequest('The body is not an object.');
  if (Array.isArray(value)) throw badRequest('The body is an array.');
  // Only what was sent: `__proto__` in a body must not lend it a name.
  return Object.assign(Object.create(null), value);
}

const names = ['Rex', 'Minka', 'Zoë', 'Łatka', 'Old "Gus"', 'Rex', '金魚', 'Ara 🦜'];

/** A store as any: every status and some without, a few categories, two of one name. */
export function somePets(count: number): Pet[] {
  return Array.from({ length: count }, (_, index) => ({
    id: BigInt(index + 1),
    name: names[index % names.length] ?? 'Rex',
    categoryId: BigInt((index % 5) + 1),
    status: petStatuses[index % 4],
  }));
}
