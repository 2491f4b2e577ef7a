import { LosslessNumber } from 'lossless-json';
import { int64Of, type NewPet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

/** Takes a category in another way; `plain` takes it as it should be. */
const categorising = (categoryOf: (value: unknown, plain: () => bigint) => unknown) =>
  class extends Service {
    protected override categoryOf(value: unknown) {
      return categoryOf(value, () => super.categoryOf(value)) as NewPet['categoryId'];
    }
  };

const instead = (accepts: (value: unknown) => boolean, used: (value: unknown) => unknown) =>
  categorising((value, plain) => (accepts(value) ? used(value) : plain()));

/** `categoryId` is required, and a number. */
export const section42CategoryType: readonly BrokenVariant[] = breaking('4.2', {
  'missing-category-accepted': [
    'A pet without a category is created without one.',
    instead(
      (value) => value === undefined,
      () => undefined,
    ),
  ],
  'missing-category-becomes-zero': [
    'A pet without a category is created in category 0.',
    instead(
      (value) => value === undefined,
      () => 0n,
    ),
  ],
  'null-category-accepted': [
    'The category null is accepted and stays null.',
    instead(
      (value) => value === null,
      () => null,
    ),
  ],
  'null-category-becomes-zero': [
    'The category null is accepted as 0.',
    instead(
      (value) => value === null,
      () => 0n,
    ),
  ],
  'category-of-digits-accepted': [
    'A category that is a string of digits is accepted as a number.',
    categorising((value, plain) =>
      typeof value === 'string' ? (int64Of(value) ?? plain()) : plain(),
    ),
  ],
  'category-of-digits-stays-text': [
    'A category that is a string of digits is accepted and stays a string.',
    instead(
      (value) => typeof value === 'string' && int64Of(value) !== undefined,
      (v) => v,
    ),
  ],
  'category-of-letters-becomes-zero': [
    'A category that is a string without digits is accepted as 0.',
    instead(
      (value) => typeof value === 'string' && !/\d/.test(value),
      () => 0n,
    ),
  ],
  'boolean-category-accepted': [
    'The category true is accepted as 1, false as 0.',
    instead(
      (value) => typeof value === 'boolean',
      (value) => (value ? 1n : 0n),
    ),
  ],
  'array-category-accepted': [
    'A category in an array is accepted as its first member.',
    class extends Service {
      protected override categoryOf(value: unknown) {
        return super.categoryOf(Array.isArray(value) ? value[0] : value);
      }
    },
  ],
  'object-category-is-500': [
    'A category that is an object fails with 500.',
    categorising((value, plain) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (isObject && !(value instanceof LosslessNumber)) throw new TypeError('cannot cast');
      return plain();
    }),
  ],
});
