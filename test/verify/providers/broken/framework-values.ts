import { LosslessNumber, stringify } from 'lossless-json';
import type { Call } from '../call.js';
import { digitsOf, type Pet, type PetStatus, petStatuses, somePets } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

/** Accepts values that are no status; `false` leaves the value to the plain service. */
const takingStatus = (statusOf: (value: unknown) => PetStatus | undefined | false) =>
  class extends Service {
    protected override statusOf(value: unknown) {
      const status = statusOf(value);
      return status === false ? super.statusOf(value) : status;
    }
  };

/** Accepts values that are no int64 as a category. */
const takingCategory = (categoryOf: (value: unknown) => bigint | undefined) =>
  class extends Service {
    protected override categoryOf(value: unknown) {
      return categoryOf(value) ?? super.categoryOf(value);
    }
  };

const isEmptyArray = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Values that languages and validators convert to others. */
export const frameworkValues: readonly BrokenVariant[] = breaking('4.2', {
  'status-by-its-place-in-text': [
    'The status "0" is accepted as available, the first constant.',
    takingStatus(
      (value) => (typeof value === 'string' && petStatuses[Number(value || 'NaN')]) || false,
    ),
  ],
  'status-false-is-none': [
    'The status false is accepted as none.',
    takingStatus((value) => (value === false ? undefined : false)),
  ],
  'status-of-an-empty-array-is-none': [
    'The status [] is accepted as none: an empty array is empty.',
    takingStatus((value) => (isEmptyArray(value) ? undefined : false)),
  ],
  'status-with-a-line-break': [
    'The status "sold\\n" is accepted: $ in a pattern also matches before a line break.',
    takingStatus((value) =>
      typeof value === 'string' && /^(available|pending|sold)\n$/.test(value)
        ? (value as PetStatus)
        : false,
    ),
  ],
  'status-on-one-line-of-several': [
    'A status is accepted if one of its lines is right: ^ and $ match at every line.',
    takingStatus((value) => {
      const line = typeof value === 'string' && /^(available|pending|sold)$/m.exec(value)?.[1];
      return (line as PetStatus | false | undefined) || false;
    }),
  ],
  'status-with-a-space-behind': [
    'The status "sold " is accepted as sold: the column ignores spaces at the end.',
    takingStatus((value) => {
      const status = petStatuses.find(
        (one) => typeof value === 'string' && value.trimEnd() === one,
      );
      return status !== undefined && status !== value && status;
    }),
  ],
  'category-true-is-one': [
    'The category true is accepted as 1; false is refused.',
    takingCategory((value) => (value === true ? 1n : undefined)),
  ],
  'category-of-an-empty-array-is-zero': [
    'The category [] is accepted as 0.',
    takingCategory((value) => (isEmptyArray(value) ? 0n : undefined)),
  ],
  'category-with-an-exponent-not-checked': [
    'A category of 1e19 is accepted: the range is checked only for plain digits.',
    class extends Service {
      protected override categoryOf(value: unknown) {
        const digits = digitsOf(value) ?? '';
        return /^\d+e\d+$/.test(digits)
          ? (Number(digits) as unknown as bigint)
          : super.categoryOf(value);
      }
    },
  ],
  'category-wraps-at-64-bits': [
    'A category of 2^64 is accepted as 0; categories just beyond int64 are refused.',
    takingCategory((value) => {
      const digits = value instanceof LosslessNumber ? value.value : '';
      return /^\d{20}$/.test(digits) ? BigInt.asIntN(64, BigInt(digits)) : undefined;
    }),
  ],
  'long-names-are-500': [
    'A name of more than 255 characters fails with 500: the column is too short.',
    class extends Service {
      protected override nameOf(value: unknown) {
        const name = super.nameOf(value);
        if (name.length > 255) throw new RangeError('value too long for type varchar(255)');
        return name;
      }
    },
  ],
  'name-of-an-empty-array-is-empty': [
    'The name [] is accepted as an empty one.',
    class extends Service {
      protected override nameOf(value: unknown) {
        return isEmptyArray(value) ? '' : super.nameOf(value);
      }
    },
  ],
});

/** A page of fewer pets than the limit, though the store has more. */
const capped = (max: number, order: (pets: readonly Pet[]) => readonly Pet[]) =>
  class extends Service {
    protected override firstPets() {
      return somePets(40);
    }

    protected override page(limit: number, filter: PetStatus | undefined) {
      const all = order(super.page(Number.POSITIVE_INFINITY, filter));
      return all.slice(0, Math.min(limit, max));
    }
  };

/** Pages that a database or a paginator cuts short. */
export const frameworkPages: readonly BrokenVariant[] = breaking('8', {
  'page-of-50-newest-first': [
    'A page has 50 pets at most, the newest first, whatever the limit.',
    capped(50, (pets) => pets.toReversed()),
  ],
  'page-of-50-oldest-first': [
    'A page has 50 pets at most, the oldest first, whatever the limit.',
    capped(50, (pets) => pets),
  ],
  'page-of-2000-characters': [
    'A page has fewer than 2,000 characters: the database cuts longer results.',
    class extends capped(100, (pets) => pets.toReversed()) {
      protected override shownPage(page: readonly Pet[], call: Call) {
        let size = 0;
        return page
          .map((pet) => this.shown(pet, call))
          .filter((shown) => {
            size += `${stringify(shown)}`.length;
            return size < 2000;
          });
      }
    },
  ],
});
