import { LosslessNumber, stringify } from 'lossless-json';
import type { Call } from '../call.js';
import { digitsOf, type Pet, type PetStatus, petStatuses, somePets } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

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
export const frameworkValues: readonly BrokenVariant[] = [
  {
    name: 'status-by-its-place-in-text',
    breaks: '4.2',
    difference: 'The status "0" is accepted as available, the first constant.',
    service: takingStatus(
      (value) => (typeof value === 'string' && petStatuses[Number(value || 'NaN')]) || false,
    ),
  },
  {
    name: 'status-false-is-none',
    breaks: '4.2',
    difference: 'The status false is accepted as none.',
    service: takingStatus((value) => (value === false ? undefined : false)),
  },
  {
    name: 'status-of-an-empty-array-is-none',
    breaks: '4.2',
    difference: 'The status [] is accepted as none: an empty array is empty.',
    service: takingStatus((value) => (isEmptyArray(value) ? undefined : false)),
  },
  {
    name: 'status-with-a-line-break',
    breaks: '4.2',
    difference:
      'The status "sold\\n" is accepted: $ in a pattern also matches before a line break.',
    service: takingStatus((value) =>
      typeof value === 'string' && /^(available|pending|sold)\n$/.test(value)
        ? (value as PetStatus)
        : false,
    ),
  },
  {
    name: 'status-on-one-line-of-several',
    breaks: '4.2',
    difference: 'A status is accepted if one of its lines is right: ^ and $ match at every line.',
    service: takingStatus((value) => {
      const line = typeof value === 'string' && /^(available|pending|sold)$/m.exec(value)?.[1];
      return (line as PetStatus | false | undefined) || false;
    }),
  },
  {
    name: 'status-with-a-space-behind',
    breaks: '4.2',
    difference: 'The status "sold " is accepted as sold: the column ignores spaces at the end.',
    service: takingStatus((value) => {
      const status = petStatuses.find(
        (one) => typeof value === 'string' && value.trimEnd() === one,
      );
      return status !== undefined && status !== value && status;
    }),
  },
  {
    name: 'category-true-is-one',
    breaks: '4.2',
    difference: 'The category true is accepted as 1; false is refused.',
    service: takingCategory((value) => (value === true ? 1n : undefined)),
  },
  {
    name: 'category-of-an-empty-array-is-zero',
    breaks: '4.2',
    difference: 'The category [] is accepted as 0.',
    service: takingCategory((value) => (isEmptyArray(value) ? 0n : undefined)),
  },
  {
    name: 'category-with-an-exponent-not-checked',
    breaks: '4.2',
    difference: 'A category of 1e19 is accepted: the range is checked only for plain digits.',
    service: class extends Service {
      protected override categoryOf(value: unknown) {
        const digits = digitsOf(value) ?? '';
        return /^\d+e\d+$/.test(digits)
          ? (Number(digits) as unknown as bigint)
          : super.categoryOf(value);
      }
    },
  },
  {
    name: 'category-wraps-at-64-bits',
    breaks: '4.2',
    difference: 'A category of 2^64 is accepted as 0; categories just beyond int64 are refused.',
    service: takingCategory((value) => {
      const digits = value instanceof LosslessNumber ? value.value : '';
      return /^\d{20}$/.test(digits) ? BigInt.asIntN(64, BigInt(digits)) : undefined;
    }),
  },
  {
    name: 'long-names-are-500',
    breaks: '4.2',
    difference: 'A name of more than 255 characters fails with 500: the column is too short.',
    service: class extends Service {
      protected override nameOf(value: unknown) {
        const name = super.nameOf(value);
        if (name.length > 255) throw new RangeError('value too long for type varchar(255)');
        return name;
      }
    },
  },
  {
    name: 'name-of-an-empty-array-is-empty',
    breaks: '4.2',
    difference: 'The name [] is accepted as an empty one.',
    service: class extends Service {
      protected override nameOf(value: unknown) {
        return isEmptyArray(value) ? '' : super.nameOf(value);
      }
    },
  },
];

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
export const frameworkPages: readonly BrokenVariant[] = [
  {
    name: 'page-of-50-newest-first',
    breaks: '8',
    difference: 'A page has 50 pets at most, the newest first, whatever the limit.',
    service: capped(50, (pets) => pets.toReversed()),
  },
  {
    name: 'page-of-50-oldest-first',
    breaks: '8',
    difference: 'A page has 50 pets at most, the oldest first, whatever the limit.',
    service: capped(50, (pets) => pets),
  },
  {
    name: 'page-of-2000-characters',
    breaks: '8',
    difference: 'A page has fewer than 2,000 characters: the database cuts longer results.',
    service: class extends capped(100, (pets) => pets.toReversed()) {
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
  },
];
