import { Service } from '../service.js';
import { type BrokenVariant, showing } from '../variant.js';

/** Changes a category on its way into the store. */
const categorising = (change: (categoryId: bigint) => bigint) =>
  class extends Service {
    protected override categoryOf(value: unknown) {
      return change(super.categoryOf(value));
    }
  };

const int32 = 2n ** 31n;

/** `categoryId`: exact over all of int64. */
export const section2CategoryDigits: readonly BrokenVariant[] = [
  {
    name: 'category-as-string',
    breaks: '2',
    difference: 'The category is a string of digits.',
    service: showing((pet) => ({ ...pet, categoryId: `${pet.categoryId}` })),
  },
  {
    name: 'large-category-as-string',
    breaks: '2',
    difference: 'A category beyond 2^53 is a string of digits.',
    service: showing((pet, _call, { categoryId }) =>
      Number.isSafeInteger(Number(categoryId)) ? pet : { ...pet, categoryId: `${categoryId}` },
    ),
  },
  {
    name: 'category-rounded',
    breaks: '2',
    difference: 'A category beyond 2^53 loses its last digits.',
    service: categorising((categoryId) => BigInt(Number(categoryId))),
  },
  {
    name: 'category-rounded-when-negative',
    breaks: '2',
    difference: 'A category below -2^53 loses its last digits; large positive ones are exact.',
    service: categorising((categoryId) =>
      categoryId < 0n ? BigInt(Number(categoryId)) : categoryId,
    ),
  },
  {
    name: 'category-rounded-in-lists',
    breaks: '2',
    difference: 'A category beyond 2^53 loses its last digits in lists only.',
    service: showing((pet, call, { categoryId }) =>
      call.operation === 'listPets' ? { ...pet, categoryId: BigInt(Number(categoryId)) } : pet,
    ),
  },
  {
    name: 'category-in-single-precision',
    breaks: '2',
    difference: 'A category is kept as a single-precision number: exact up to 2^24 only.',
    service: categorising((categoryId) => BigInt(Math.fround(Number(categoryId)))),
  },
  {
    name: 'category-wrapped-at-32-bits',
    breaks: '2',
    difference: 'A category keeps its lowest 32 bits only.',
    service: categorising((categoryId) => BigInt.asIntN(32, categoryId)),
  },
  {
    name: 'category-cut-off-at-32-bits',
    breaks: '2',
    difference: 'A category above 2^31-1 becomes 2^31-1.',
    service: categorising((categoryId) => (categoryId < int32 ? categoryId : int32 - 1n)),
  },
  {
    name: 'category-loses-its-sign',
    breaks: '2',
    difference: 'A negative category becomes positive.',
    service: categorising((categoryId) => (categoryId < 0n ? -categoryId : categoryId)),
  },
  {
    name: 'category-unsigned',
    breaks: '2',
    difference: 'A negative category comes back as an unsigned number beyond 2^63.',
    service: categorising((categoryId) => BigInt.asUintN(64, categoryId)),
  },
  {
    name: 'zero-category-left-out',
    breaks: '2',
    difference: 'A pet of category 0 is accepted and shown without a category.',
    service: showing((pet) => ({ ...pet, categoryId: pet.categoryId || undefined })),
  },
  {
    name: 'zero-category-replaced',
    breaks: '2',
    difference: 'Category 0 becomes category 1.',
    service: categorising((categoryId) => categoryId || 1n),
  },
];
