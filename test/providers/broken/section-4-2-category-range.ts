import { digitsOf, type NewPet } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

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
export const section42CategoryRange: readonly BrokenVariant[] = [
  {
    name: 'fraction-of-category-dropped',
    breaks: '4.2',
    difference: 'The category 1.5 is accepted as 1.',
    service: rounding(Math.trunc),
  },
  {
    name: 'fraction-of-category-rounded',
    breaks: '4.2',
    difference: 'The category 1.5 is accepted as 2.',
    service: rounding(Math.round),
  },
  {
    name: 'fraction-of-category-kept',
    breaks: '4.2',
    difference: 'The category 1.5 is accepted and stays 1.5.',
    service: instead(
      (value) => fractionOf(value) !== undefined,
      (value) => value,
    ),
  },
  {
    name: 'category-beyond-int64-accepted',
    breaks: '4.2',
    difference: 'A category of 2^63 is accepted and shown as it is.',
    service: beyondInt64((value) => value),
  },
  {
    name: 'category-beyond-int64-wraps',
    breaks: '4.2',
    difference: 'A category of 2^63 is accepted as -2^63.',
    service: beyondInt64((value) => BigInt.asIntN(64, value)),
  },
  {
    name: 'category-beyond-int64-is-cut-off',
    breaks: '4.2',
    difference: 'A category of 2^63 is accepted as 2^63-1, one below -2^63 as -2^63.',
    service: beyondInt64((value) => {
      if (BigInt.asIntN(64, value) === value) return value;
      return value < 0n ? -(2n ** 63n) : 2n ** 63n - 1n;
    }),
  },
  {
    name: 'category-below-int64-accepted',
    breaks: '4.2',
    difference: 'A category below -2^63 is accepted; one of 2^63 is refused.',
    service: categorising((value, plain) => {
      const digits = digitsOf(value) ?? '';
      return /^-\d{19,}$/.test(digits) ? BigInt(digits) : plain();
    }),
  },
  {
    name: 'category-beyond-int64-is-500',
    breaks: '4.2',
    difference: 'A category of 2^63 fails with 500: it does not fit into the column.',
    service: beyondInt64((value) => {
      if (BigInt.asIntN(64, value) !== value) throw new RangeError('out of range');
      return value;
    }),
  },
  {
    name: 'category-beyond-int32-is-500',
    breaks: '4.2',
    difference: 'A category of 2^31 fails with 500: the column has 32 bits.',
    service: categorising((_value, plain) => {
      const categoryId = plain();
      if (BigInt.asIntN(32, categoryId) !== categoryId) throw new RangeError('out of range');
      return categoryId;
    }),
  },
];
