import { LosslessNumber } from 'lossless-json';
import { int64Of, type NewPet } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

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
export const section42CategoryType: readonly BrokenVariant[] = [
  {
    name: 'missing-category-accepted',
    breaks: '4.2',
    difference: 'A pet without a category is created without one.',
    service: instead(
      (value) => value === undefined,
      () => undefined,
    ),
  },
  {
    name: 'missing-category-becomes-zero',
    breaks: '4.2',
    difference: 'A pet without a category is created in category 0.',
    service: instead(
      (value) => value === undefined,
      () => 0n,
    ),
  },
  {
    name: 'null-category-accepted',
    breaks: '4.2',
    difference: 'The category null is accepted and stays null.',
    service: instead(
      (value) => value === null,
      () => null,
    ),
  },
  {
    name: 'null-category-becomes-zero',
    breaks: '4.2',
    difference: 'The category null is accepted as 0.',
    service: instead(
      (value) => value === null,
      () => 0n,
    ),
  },
  {
    name: 'category-of-digits-accepted',
    breaks: '4.2',
    difference: 'A category that is a string of digits is accepted as a number.',
    service: categorising((value, plain) =>
      typeof value === 'string' ? (int64Of(value) ?? plain()) : plain(),
    ),
  },
  {
    name: 'category-of-digits-stays-text',
    breaks: '4.2',
    difference: 'A category that is a string of digits is accepted and stays a string.',
    service: instead(
      (value) => typeof value === 'string' && int64Of(value) !== undefined,
      (v) => v,
    ),
  },
  {
    name: 'category-of-letters-becomes-zero',
    breaks: '4.2',
    difference: 'A category that is a string without digits is accepted as 0.',
    service: instead(
      (value) => typeof value === 'string' && !/\d/.test(value),
      () => 0n,
    ),
  },
  {
    name: 'boolean-category-accepted',
    breaks: '4.2',
    difference: 'The category true is accepted as 1, false as 0.',
    service: instead(
      (value) => typeof value === 'boolean',
      (value) => (value ? 1n : 0n),
    ),
  },
  {
    name: 'array-category-accepted',
    breaks: '4.2',
    difference: 'A category in an array is accepted as its first member.',
    service: class extends Service {
      protected override categoryOf(value: unknown) {
        return super.categoryOf(Array.isArray(value) ? value[0] : value);
      }
    },
  },
  {
    name: 'object-category-is-500',
    breaks: '4.2',
    difference: 'A category that is an object fails with 500.',
    service: categorising((value, plain) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (isObject && !(value instanceof LosslessNumber)) throw new TypeError('cannot cast');
      return plain();
    }),
  },
];
