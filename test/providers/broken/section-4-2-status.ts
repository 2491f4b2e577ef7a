import { badRequest } from '../call.js';
import type { PetStatus } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

/** Takes a status in another way; `plain` takes it as it should be. */
export const withStatus = (
  statusOf: (value: unknown, plain: () => PetStatus | undefined) => unknown,
) =>
  class extends Service {
    protected override statusOf(value: unknown) {
      return statusOf(value, () => super.statusOf(value)) as PetStatus | undefined;
    }
  };

/** `status` is optional, and one of three words. */
export const section42Status: readonly BrokenVariant[] = [
  {
    name: 'unknown-status-accepted',
    breaks: '4.2',
    difference: 'Any text is accepted as a status.',
    service: withStatus((value, plain) => (typeof value === 'string' ? value : plain())),
  },
  {
    name: 'unknown-status-dropped',
    breaks: '4.2',
    difference: 'An unknown status is accepted, and the pet has none.',
    service: withStatus((value, plain) => {
      try {
        return plain();
      } catch {
        return typeof value === 'string' ? undefined : plain();
      }
    }),
  },
  {
    name: 'unknown-status-becomes-available',
    breaks: '4.2',
    difference: 'An unknown status is accepted as available.',
    service: withStatus((value, plain) => {
      try {
        return plain();
      } catch {
        return typeof value === 'string' ? 'available' : plain();
      }
    }),
  },
  {
    name: 'unknown-status-is-500',
    breaks: '4.2',
    difference: 'An unknown status fails with 500: there is no such constant.',
    service: withStatus((value, plain) => {
      try {
        return plain();
      } catch {
        throw new TypeError(`No enum constant PetStatus.${value}`);
      }
    }),
  },
  {
    name: 'status-null-kept',
    breaks: '4.2',
    difference: 'The status null is accepted and stays null.',
    service: withStatus((value, plain) => (value === null ? null : plain())),
  },
  {
    name: 'status-empty-accepted',
    breaks: '4.2',
    difference: 'An empty status is accepted as none.',
    service: withStatus((value, plain) => (value === '' ? undefined : plain())),
  },
  {
    name: 'status-in-any-case-accepted',
    breaks: '4.2',
    difference: 'The status AVAILABLE is accepted as available.',
    service: class extends Service {
      protected override statusOf(value: unknown) {
        return super.statusOf(typeof value === 'string' ? value.toLowerCase() : value);
      }
    },
  },
  {
    name: 'status-with-spaces-accepted',
    breaks: '4.2',
    difference: 'The status " sold " is accepted as sold.',
    service: class extends Service {
      protected override statusOf(value: unknown) {
        return super.statusOf(typeof value === 'string' ? value.trim() : value);
      }
    },
  },
  {
    name: 'status-of-another-type-ignored',
    breaks: '4.2',
    difference: 'A status that is a number, a boolean, an array or an object is accepted as none.',
    service: withStatus((value, plain) =>
      typeof value === 'string' || value === null ? plain() : undefined,
    ),
  },
  {
    name: 'status-in-an-array-accepted',
    breaks: '4.2',
    difference: 'The status ["sold"] is accepted as sold.',
    service: class extends Service {
      protected override statusOf(value: unknown) {
        return super.statusOf(Array.isArray(value) ? value[0] : value);
      }
    },
  },
  {
    name: 'status-required',
    breaks: '4.2',
    difference: 'A pet without a status is refused with 400.',
    service: withStatus((value, plain) => {
      if (value === undefined) throw badRequest('status is required.');
      return plain();
    }),
  },
  {
    name: 'status-sold-refused',
    breaks: '4.2',
    difference: 'A new pet that is sold is refused with 400.',
    service: withStatus((value, plain) => {
      if (value === 'sold') throw badRequest('A new pet cannot be sold.');
      return plain();
    }),
  },
  {
    name: 'status-pending-refused',
    breaks: '4.2',
    difference: 'The status pending is refused with 400: the validator has an old list.',
    service: withStatus((value, plain) => {
      if (value === 'pending') throw badRequest('status must be available or sold.');
      return plain();
    }),
  },
];
