import { Service } from '../service.js';
import { type BrokenVariant, breaking, showing } from '../variant.js';

/** Changes a category on its way into the store. */
const categorising = (change: (categoryId: bigint) => bigint) =>
  class extends Service {
    protected override categoryOf(value: unknown) {
      return change(super.categoryOf(value));
    }
  };

const int32 = 2n ** 31n;

/** `categoryId`: exact over all of int64. */
export const section2CategoryDigits: readonly BrokenVariant[] = breaking('2', {
  'category-as-string': [
    'The category is a string of digits.',
    showing((pet) => ({ ...pet, categoryId: `${pet.categoryId}` })),
  ],
  'large-category-as-string': [
    'A category beyond 2^53 is a string of digits.',
    showing((pet, _call, { categoryId }) =>
      Number.isSafeInteger(Number(categoryId)) ? pet : { ...pet, categoryId: `${categoryId}` },
    ),
  ],
  'category-rounded': [
    'A category beyond 2^53 loses its last digits.',
    categorising((categoryId) => BigInt(Number(categoryId))),
  ],
  'category-rounded-when-negative': [
    'A category below -2^53 loses its last digits; large positive ones are exact.',
    categorising((categoryId) => (categoryId < 0n ? BigInt(Number(categoryId)) : categoryId)),
  ],
  'category-rounded-in-lists': [
    'A category beyond 2^53 loses its last digits in lists only.',
    showing((pet, call, { categoryId }) =>
      call.operation === 'listPets' ? { ...pet, categoryId: BigInt(Number(categoryId)) } : pet,
    ),
  ],
  'category-in-single-precision': [
    'A category is kept as a single-precision number: exact up to 2^24 only.',
    categorising((categoryId) => BigInt(Math.fround(Number(categoryId)))),
  ],
  'category-wrapped-at-32-bits': [
    'A category keeps its lowest 32 bits only.',
    categorising((categoryId) => BigInt.asIntN(32, categoryId)),
  ],
  'category-cut-off-at-32-bits': [
    'A category above 2^31-1 becomes 2^31-1.',
    categorising((categoryId) => (categoryId < int32 ? categoryId : int32 - 1n)),
  ],
  'category-loses-its-sign': [
    'A negative category becomes positive.',
    categorising((categoryId) => (categoryId < 0n ? -categoryId : categoryId)),
  ],
  'category-unsigned': [
    'A negative category comes back as an unsigned number beyond 2^63.',
    categorising((categoryId) => BigInt.asUintN(64, categoryId)),
  ],
  'zero-category-left-out': [
    'A pet of category 0 is accepted and shown without a category.',
    showing((pet) => ({ ...pet, categoryId: pet.categoryId || undefined })),
  ],
  'zero-category-replaced': [
    'Category 0 becomes category 1.',
    categorising((categoryId) => categoryId || 1n),
  ],
});
