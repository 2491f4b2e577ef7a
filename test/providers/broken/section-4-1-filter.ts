import { badRequest, type Call } from '../call.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

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
export const section41Filter: readonly BrokenVariant[] = [
  {
    name: 'filter-ignored',
    breaks: '4.1',
    difference: 'A filter does nothing.',
    service: filtering(() => undefined),
  },
  {
    name: 'filter-pending-ignored',
    breaks: '4.1',
    difference: 'The filter pending does nothing.',
    service: filtering((filter) => (filter === 'pending' ? undefined : filter)),
  },
  {
    name: 'filter-available-ignored',
    breaks: '4.1',
    difference: 'The filter available shows every pet: it is taken for the default.',
    service: filtering((filter) => (filter === 'available' ? undefined : filter)),
  },
  {
    name: 'filter-available-shows-all-but-sold',
    breaks: '4.1',
    difference: 'The filter available shows pets that are pending too.',
    service: matching((pet, filter) =>
      filter === 'available' && pet.status === 'pending' ? true : pet.status === filter,
    ),
  },
  {
    name: 'filter-sold-shows-pending',
    breaks: '4.1',
    difference: 'The filter sold shows the pets that are pending.',
    service: filtering((filter) => (filter === 'sold' ? 'pending' : filter)),
  },
  {
    name: 'filter-turned-round',
    breaks: '4.1',
    difference: 'A filter shows the pets that do not have the status.',
    service: matching((pet, filter) => pet.status !== filter),
  },
  {
    name: 'filter-shows-pets-without-status',
    breaks: '4.1',
    difference: 'The filter sold shows pets without a status too.',
    service: matching(
      (pet, filter) => pet.status === filter || (filter === 'sold' && pet.status === undefined),
    ),
  },
  {
    name: 'filter-sold-finds-nothing',
    breaks: '4.1',
    difference: 'The filter sold shows no pet: sold ones are hidden there.',
    service: matching((pet, filter) => pet.status === filter && filter !== 'sold'),
  },
  {
    name: 'filter-by-the-name-of-the-constant',
    breaks: '4.1',
    difference: 'A filter is compared with PENDING, in capitals, and finds nothing.',
    service: matching((pet, filter) => pet.status === filter.toUpperCase()),
  },
  {
    name: 'filter-pending-refused',
    breaks: '4.1',
    difference: 'The filter pending is refused with 400.',
    service: refusing((call) => call.query.get('status') === 'pending'),
  },
  {
    name: 'filter-required',
    breaks: '4.1',
    difference: 'A list without a filter is refused with 400.',
    service: refusing((call) => !call.query.has('status')),
  },
];
