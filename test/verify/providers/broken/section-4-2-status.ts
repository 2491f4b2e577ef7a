import { badRequest } from '../call.js';
import type { PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

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
export const section42Status: readonly BrokenVariant[] = breaking('4.2', {
  'unknown-status-accepted': [
    'Any text is accepted as a status.',
    withStatus((value, plain) => (typeof value === 'string' ? value : plain())),
  ],
  'unknown-status-dropped': [
    'An unknown status is accepted, and the pet has none.',
    withStatus((value, plain) => {
      try {
        return plain();
      } catch {
        return typeof value === 'string' ? undefined : plain();
      }
    }),
  ],
  'unknown-status-becomes-available': [
    'An unknown status is accepted as available.',
    withStatus((value, plain) => {
      try {
        return plain();
      } catch {
        return typeof value === 'string' ? 'available' : plain();
      }
    }),
  ],
  'unknown-status-is-500': [
    'An unknown status fails with 500: there is no such constant.',
    withStatus((value, plain) => {
      try {
        return plain();
      } catch {
        throw new TypeError(`No enum constant PetStatus.${value}`);
      }
    }),
  ],
  'status-null-kept': [
    'The status null is accepted and stays null.',
    withStatus((value, plain) => (value === null ? null : plain())),
  ],
  'status-empty-accepted': [
    'An empty status is accepted as none.',
    withStatus((value, plain) => (value === '' ? undefined : plain())),
  ],
  'status-in-any-case-accepted': [
    'The status AVAILABLE is accepted as available.',
    class extends Service {
      protected override statusOf(value: unknown) {
        return super.statusOf(typeof value === 'string' ? value.toLowerCase() : value);
      }
    },
  ],
  'status-with-spaces-accepted': [
    'The status " sold " is accepted as sold.',
    class extends Service {
      protected override statusOf(value: unknown) {
        return super.statusOf(typeof value === 'string' ? value.trim() : value);
      }
    },
  ],
  'status-of-another-type-ignored': [
    'A status that is a number, a boolean, an array or an object is accepted as none.',
    withStatus((value, plain) =>
      typeof value === 'string' || value === null ? plain() : undefined,
    ),
  ],
  'status-in-an-array-accepted': [
    'The status ["sold"] is accepted as sold.',
    class extends Service {
      protected override statusOf(value: unknown) {
        return super.statusOf(Array.isArray(value) ? value[0] : value);
      }
    },
  ],
  'status-required': [
    'A pet without a status is refused with 400.',
    withStatus((value, plain) => {
      if (value === undefined) throw badRequest('status is required.');
      return plain();
    }),
  ],
  'status-sold-refused': [
    'A new pet that is sold is refused with 400.',
    withStatus((value, plain) => {
      if (value === 'sold') throw badRequest('A new pet cannot be sold.');
      return plain();
    }),
  ],
  'status-pending-refused': [
    'The status pending is refused with 400: the validator has an old list.',
    withStatus((value, plain) => {
      if (value === 'pending') throw badRequest('status must be available or sold.');
      return plain();
    }),
  ],
});
