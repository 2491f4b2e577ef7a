import { digitsOf } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, showing } from '../variant.js';

/** `categoryId`: there wherever a pet is shown. */
export const section2CategoryShown: readonly BrokenVariant[] = [
  {
    name: 'category-in-exponent-form',
    breaks: '2',
    difference: 'A category from 10^15 on is a string such as "1e+15".',
    service: showing((pet, _call, { categoryId }) =>
      categoryId >= 10n ** 15n ? { ...pet, categoryId: Number(categoryId).toExponential() } : pet,
    ),
  },
  {
    name: 'category-in-snake-case',
    breaks: '2',
    difference: 'The category is called category_id.',
    service: showing(({ categoryId, ...pet }) => ({ ...pet, category_id: categoryId })),
  },
  {
    name: 'category-nested',
    breaks: '2',
    difference: 'The category is an object: {"category": {"id": 1}}.',
    service: showing(({ categoryId, ...pet }) => ({ ...pet, category: { id: categoryId } })),
  },
  {
    name: 'category-missing-in-lists',
    breaks: '2',
    difference: 'Pets in a list have no category.',
    service: showing((pet, call) =>
      call.operation === 'listPets' ? { ...pet, categoryId: undefined } : pet,
    ),
  },
  {
    name: 'category-null-when-read',
    breaks: '2',
    difference: 'A pet that is read has the category null.',
    service: showing((pet, call) =>
      call.operation === 'getPet' ? { ...pet, categoryId: null } : pet,
    ),
  },
  {
    name: 'category-missing-when-created',
    breaks: '2',
    difference: 'A created pet is shown without its category.',
    service: showing((pet, call) =>
      call.operation === 'createPet' ? { ...pet, categoryId: undefined } : pet,
    ),
  },
  {
    name: 'category-of-the-pet-before',
    breaks: '2',
    difference: 'A created pet gets the category of the pet created before it.',
    service: class extends Service {
      #before: bigint | undefined;

      protected override categoryOf(value: unknown) {
        const categoryId = super.categoryOf(value);
        const before = this.#before ?? categoryId;
        this.#before = categoryId;
        return before;
      }
    },
  },
  {
    name: 'one-category-wrong',
    breaks: '2',
    difference: 'Category 4815162342108 becomes 4815162342107; every other one is kept.',
    service: class extends Service {
      protected override categoryOf(value: unknown) {
        const categoryId = super.categoryOf(value);
        return digitsOf(value) === '4815162342108' ? categoryId - 1n : categoryId;
      }
    },
    detectable: false,
    reason: 'Only one of 2^64 categories is wrong, and nothing outside points to it.',
  },
];
