import { withStatus } from '../broken/section-4-2-bodies.js';
import { badRequest, type Call, Refusal } from '../call.js';
import { refusingNames } from '../legal/input.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { changing, doubting, naming, writing } from '../variant.js';

/** Doubts about pets, how they are written and what they may be. */
export const doubtfulPets = [
  ...doubting('passed', {
    // 7.0 is an integer by JSON Schema of today, and none by that of draft 4.
    'Ids and categories are written as 7.0.': writing((text) =>
      text.replace(/("(?:id|categoryId)":-?\d+)/g, '$1.0'),
    ),
    // When the status is assigned that is "not stated" is not stated either.
    'A pet created without a status is shown without one, and later as available.': class extends Service {
      override shown(pet: Pet, call: Call) {
        const status = call.operation === 'createPet' ? undefined : 'available';
        return { ...super.shown(pet, call), status: pet.status ?? status };
      }

      override matches(pet: Pet, filter: PetStatus) {
        return (pet.status ?? 'available') === filter;
      }
    },
  }),
  ...doubting('advice', {
    // Every int64 is of the right type, but a service may know which categories there are.
    'Category 0 and negative ones are refused with 400.': changing('categoryOf', (plain, value) => {
      const categoryId = plain(value);
      if (categoryId <= 0n) throw badRequest('There is no such category.');
      return categoryId;
    }),
    // The animal has its name, but not the characters that were sent.
    'Spaces around a name are lost.': naming((name) => name.trim()),
    // As above: by Unicode, both are the same text.
    'A letter and its combining accent become one character.': naming((name) =>
      name.normalize('NFC'),
    ),
    // null is no allowed value, but the field is optional, and many take null for absent.
    'The status null is accepted as none.': withStatus((value, plain) =>
      value === null ? undefined : plain(),
    ),
    // A string may have it, but many databases cannot store it.
    'A name with U+0000 is refused with 400.': refusingNames((name) => name.includes('\0')),
    // Size limits are "not shown", and 413 is the status that HTTP has for them.
    'A name of more than 255 characters is refused with 413.': naming((name) => {
      if (name.length > 255) throw new Refusal(413, 'content_too_large', 'The name is too long.');
      return name;
    }),
  }),
];
