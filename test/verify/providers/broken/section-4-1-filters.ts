import { badRequest, type Call } from '../call.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { breaking, changing } from '../variant.js';

const filtering = (change: (filter: PetStatus | undefined, call: Call) => PetStatus | undefined) =>
  changing('filterOf', (plain, call) => change(plain(call), call));

/** A filter holds with a limit too, and after a creation. */
export const section41FilterAtTimes = breaking('4.1', {
  'A filter that comes after the limit in the address is ignored.': filtering((filter, call) =>
    [...call.query.keys()].join(' ').startsWith('limit ') ? undefined : filter,
  ),
  'Once a pet was created, a filter does nothing.': class extends Service {
    #created = false;

    override keep(pet: Pet) {
      this.#created = true;
      super.keep(pet);
    }

    override filterOf(call: Call) {
      const filter = super.filterOf(call);
      return this.#created ? undefined : filter;
    }
  },
  'A filter never shows the pet that was created last.': class extends Service {
    override matches(pet: Pet, filter: PetStatus) {
      return super.matches(pet, filter) && pet !== this.pets.at(-1);
    }
  },
});

const matching = (matches: (pet: Pet, filter: PetStatus) => boolean) =>
  changing('matches', (_plain, pet, filter) => matches(pet, filter));

const refusing = (refuses: (call: Call) => boolean) =>
  filtering((filter, call) => {
    if (refuses(call)) throw badRequest('status is not supported.');
    return filter;
  });

/** `status`: only and all the animals with this status. */
export const section41Filter = breaking('4.1', {
  'The filter pending does nothing.': filtering((filter) =>
    filter === 'pending' ? undefined : filter,
  ),
  'The filter available shows every pet: it is taken for the default.': filtering((filter) =>
    filter === 'available' ? undefined : filter,
  ),
  'The filter available shows pets that are pending too.': matching((pet, filter) =>
    filter === 'available' && pet.status === 'pending' ? true : pet.status === filter,
  ),
  'The filter sold shows the pets that are pending.': filtering((filter) =>
    filter === 'sold' ? 'pending' : filter,
  ),
  'The filter sold shows pets without a status too.': matching(
    (pet, filter) => pet.status === filter || (filter === 'sold' && pet.status === undefined),
  ),
  'The filter pending is refused with 400.': refusing(
    (call) => call.query.get('status') === 'pending',
  ),
});
