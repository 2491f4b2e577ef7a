import { badRequest, type Call } from '../call.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

const filtering = (change: (filter: PetStatus | undefined, call: Call) => PetStatus | undefined) =>
  class extends Service {
    protected override filterOf(call: Call) {
      return change(super.filterOf(call), call);
    }
  };

const matching = (matches: (pet: Pet, filter: PetStatus) => boolean) =>
  class extends Service {
    protected override matches(pet: Pet, filter: PetStatus) {
      return matches(pet, filter);
    }
  };

const refusing = (refuses: (call: Call) => boolean) =>
  filtering((filter, call) => {
    if (refuses(call)) throw badRequest('status is not supported.');
    return filter;
  });

/** `status`: only and all the animals with this status. */
export const section41Filter: readonly BrokenVariant[] = breaking('4.1', {
  'filter-ignored': ['A filter does nothing.', filtering(() => undefined)],
  'filter-pending-ignored': [
    'The filter pending does nothing.',
    filtering((filter) => (filter === 'pending' ? undefined : filter)),
  ],
  'filter-available-ignored': [
    'The filter available shows every pet: it is taken for the default.',
    filtering((filter) => (filter === 'available' ? undefined : filter)),
  ],
  'filter-available-shows-all-but-sold': [
    'The filter available shows pets that are pending too.',
    matching((pet, filter) =>
      filter === 'available' && pet.status === 'pending' ? true : pet.status === filter,
    ),
  ],
  'filter-sold-shows-pending': [
    'The filter sold shows the pets that are pending.',
    filtering((filter) => (filter === 'sold' ? 'pending' : filter)),
  ],
  'filter-turned-round': [
    'A filter shows the pets that do not have the status.',
    matching((pet, filter) => pet.status !== filter),
  ],
  'filter-shows-pets-without-status': [
    'The filter sold shows pets without a status too.',
    matching(
      (pet, filter) => pet.status === filter || (filter === 'sold' && pet.status === undefined),
    ),
  ],
  'filter-sold-finds-nothing': [
    'The filter sold shows no pet: sold ones are hidden there.',
    matching((pet, filter) => pet.status === filter && filter !== 'sold'),
  ],
  'filter-by-the-name-of-the-constant': [
    'A filter is compared with PENDING, in capitals, and finds nothing.',
    matching((pet, filter) => pet.status === filter.toUpperCase()),
  ],
  'filter-pending-refused': [
    'The filter pending is refused with 400.',
    refusing((call) => call.query.get('status') === 'pending'),
  ],
  'filter-required': [
    'A list without a filter is refused with 400.',
    refusing((call) => !call.query.has('status')),
  ],
});
