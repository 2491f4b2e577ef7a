import {
  createAnyStatusShape,
  createErrorShape,
  createPageShape,
  createPetShape,
  type Shape,
} from '../../src/contract/shapes.js';
import type { PetStatus } from '../../src/document/pet.js';
import { responseFields } from '../../src/document/response-fields.js';

/** A pet with exactly these values; what has no rule must equal the example. */
export function petWith(values: Readonly<Record<string, unknown>> = {}): Shape {
  const { example, rules } = createPetShape(responseFields.Pet, values);
  const loose = Object.entries(rules).filter(([, [rule]]) => rule?.match !== 'equality');
  return { example, rules: Object.fromEntries(loose) };
}

/** A pet with these values whose status, if present, is one of the three; missing fields are only counted. */
export function petWithAnyOrNoStatus(values: Readonly<Record<string, unknown>> = {}): Shape {
  const { example, rules } = createAnyStatusShape(responseFields.Pet, values);
  return { example, rules: { ...rules, $: [{ match: 'values' }, { match: 'type', min: 3 }] } };
}

/** A page of pets, with this status if there is one. */
export const page = (max: number, status?: PetStatus): Shape =>
  createPageShape(responseFields.Pet, { min: 1, max }, status);

/** An Error that repeats the HTTP status. */
export const error = (status: number): Shape => createErrorShape(responseFields.Error, status);
