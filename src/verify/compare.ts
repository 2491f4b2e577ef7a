import { shorten } from '../document/format.js';
import type { NewPet, Pet } from '../document/pet.js';
import { anotherPet, fieldChanges } from './causes.js';
import type { Failure } from './evidence.js';

/** Formats a NewPet as JSON, with every digit. */
export function formatNewPet({ name, categoryId, status }: NewPet): string {
  const last = status === undefined ? '' : `,"status":"${status}"`;
  return `{"name":${JSON.stringify(name)},"categoryId":${categoryId}${last}}`;
}

const comparedFields = ['id', 'name', 'categoryId', 'status'] as const;

/** Whether two pets have equal fields, as far as the document defines them. */
export const isSamePet = (one: Pet, other: Pet) =>
  comparedFields.every((field) => one[field] === other[field]);

/** Describes where two texts differ: long names hide it. */
function compareTexts(expected: string, received: string): string {
  const [wanted, got] = [[...expected], [...received]];
  const different = wanted.findIndex((character, index) => character !== got[index]);
  const at = different < 0 ? wanted.length : different;
  const from = Math.max(0, at - 12);
  const show = (text: readonly string[]) =>
    `${from === 0 ? '' : '…'}${JSON.stringify(shorten(text.slice(from).join(''), 24))}`;
  return `differs from character ${at + 1} on: expected ${show(wanted)}, got ${show(got)}`;
}

/**
 * Describes the first difference of a pet.
 *
 * @param index of the pet on a page
 */
export function describeChange(
  expected: string,
  before: Pet,
  pet: Pet,
  index?: number,
): Required<Omit<Failure, 'statuses'>> {
  const field = comparedFields.find((one) => before[one] !== pet[one]) ?? 'id';
  const values =
    field === 'name'
      ? compareTexts(before.name, pet.name)
      : `is ${pet[field] ?? 'missing'}; expected ${before[field] ?? 'none'}`;
  return {
    expected,
    problem: `${field} ${values}`,
    path: `$${index === undefined ? '' : `[${index}]`}.${field}`,
    cause: field === 'id' ? anotherPet : fieldChanges(field),
  };
}
