import { digitsOf } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, showing } from '../variant.js';

/** `categoryId`: there wherever a pet is shown. */
export const section2CategoryShown: readonly BrokenVariant[] = breaking('2', {
  'category-in-exponent-form': [
    'A category from 10^15 on is a string such as "1e+15".',
    showing((pet, _call, { categoryId }) =>
      categoryId >= 10n ** 15n ? { ...pet, categoryId: Number(categoryId).toExponential() } : pet,
    ),
  ],
  'category-in-snake-case': [
    'The category is called category_id.',
    showing(({ categoryId, ...pet }) => ({ ...pet, category_id: categoryId })),
  ],
  'category-nested': [
    'The category is an object: {"category": {"id": 1}}.',
    showing(({ categoryId, ...pet }) => ({ ...pet, category: { id: categoryId } })),
  ],
  'category-missing-in-lists': [
    'Pets in a list have no category.',
    showing((pet, call) =>
      call.operation === 'listPets' ? { ...pet, categoryId: undefined } : pet,
    ),
  ],
  'category-null-when-read': [
    'A pet that is read has the category null.',
    showing((pet, call) => (call.operation === 'getPet' ? { ...pet, categoryId: null } : pet)),
  ],
  'category-missing-when-created': [
    'A created pet is shown without its category.',
    showing((pet, call) =>
      call.operation === 'createPet' ? { ...pet, categoryId: undefined } : pet,
    ),
  ],
  'category-of-the-pet-before': [
    'A created pet gets the category of the pet created before it.',
    class extends Service {
      #before: bigint | undefined;

      protected override categoryOf(value: unknown) {
        const categoryId = super.categoryOf(value);
        const before = this.#before ?? categoryId;
        this.#before = categoryId;
        return before;
      }
    },
  ],
  'one-category-wrong': [
    'Category 4815162342108 becomes 4815162342107; every other one is kept.',
    class extends Service {
      protected override categoryOf(value: unknown) {
        const categoryId = super.categoryOf(value);
        return digitsOf(value) === '4815162342108' ? categoryId - 1n : categoryId;
      }
    },
    'Only one of 2^64 categories is wrong, and nothing outside points to it.',
  ],
});
