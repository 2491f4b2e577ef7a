import { digitsOf, type NewPet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

/** Takes a category in another way; `plain` takes it as it should be. */
const categorising = (categoryOf: (value: unknown, plain: () => bigint) => unknown) =>
  class extends Service {
    protected override categoryOf(value: unknown) {
      return categoryOf(value, () => super.categoryOf(value)) as NewPet['categoryId'];
    }
  };

/** Takes an integer beyond int64. */
const beyondInt64 = (change: (value: bigint) => bigint) =>
  categorising((value, plain) => {
    const digits = digitsOf(value) ?? '';
    return /^-?\d{19,}$/.test(digits) ? change(BigInt(digits)) : plain();
  });

const fractionOf = (value: unknown) => {
  const digits = digitsOf(value) ?? '';
  return /^-?\d+\.\d*[1-9]\d*$/.test(digits) ? Number(digits) : undefined;
};

const rounding = (round: (fraction: number) => number) =>
  categorising((value, plain) => {
    const fraction = fractionOf(value);
    return fraction === undefined ? plain() : BigInt(round(fraction));
  });

const instead = (accepts: (value: unknown) => boolean, used: (value: unknown) => unknown) =>
  categorising((value, plain) => (accepts(value) ? used(value) : plain()));

/** `categoryId` is an integer, and within int64. */
export const section42CategoryRange: readonly BrokenVariant[] = breaking('4.2', {
  'fraction-of-category-dropped': ['The category 1.5 is accepted as 1.', rounding(Math.trunc)],
  'fraction-of-category-rounded': ['The category 1.5 is accepted as 2.', rounding(Math.round)],
  'fraction-of-category-kept': [
    'The category 1.5 is accepted and stays 1.5.',
    instead(
      (value) => fractionOf(value) !== undefined,
      (value) => value,
    ),
  ],
  'category-beyond-int64-accepted': [
    'A category of 2^63 is accepted and shown as it is.',
    beyondInt64((value) => value),
  ],
  'category-beyond-int64-wraps': [
    'A category of 2^63 is accepted as -2^63.',
    beyondInt64((value) => BigInt.asIntN(64, value)),
  ],
  'category-beyond-int64-is-cut-off': [
    'A category of 2^63 is accepted as 2^63-1, one below -2^63 as -2^63.',
    beyondInt64((value) => {
      if (BigInt.asIntN(64, value) === value) return value;
      return value < 0n ? -(2n ** 63n) : 2n ** 63n - 1n;
    }),
  ],
  'category-below-int64-accepted': [
    'A category below -2^63 is accepted; one of 2^63 is refused.',
    categorising((value, plain) => {
      const digits = digitsOf(value) ?? '';
      return /^-\d{19,}$/.test(digits) ? BigInt(digits) : plain();
    }),
  ],
  'category-beyond-int64-is-500': [
    'A category of 2^63 fails with 500: it does not fit into the column.',
    beyondInt64((value) => {
      if (BigInt.asIntN(64, value) !== value) throw new RangeError('out of range');
      return value;
    }),
  ],
  'category-beyond-int32-is-500': [
    'A category of 2^31 fails with 500: the column has 32 bits.',
    categorising((_value, plain) => {
      const categoryId = plain();
      if (BigInt.asIntN(32, categoryId) !== categoryId) throw new RangeError('out of range');
      return categoryId;
    }),
  ],
});
