import { decoding } from '../broken/framework-requests.js';
import { withStatus } from '../broken/section-4-2-bodies.js';
import { badRequest, type Call, Refusal } from '../call.js';
import { refusingNames } from '../legal/input.js';
import { type Pet, type PetStatus, parseBody } from '../pet.js';
import { Service } from '../service.js';
import { type DoubtfulVariant, naming, writing } from '../variant.js';

/** Doubts about pets, how they are written and what they may be. */
export const doubtfulPets: readonly DoubtfulVariant[] = [
  {
    name: 'integers-with-a-point',
    section: '2',
    difference: 'Ids and categories are written as 7.0.',
    doubt: '7.0 is an integer by JSON Schema of today, and none by that of draft 4.',
    verdict: 'passed',
    service: writing((text) => text.replace(/("(?:id|categoryId)":-?\d+)/g, '$1.0')),
  },
  {
    name: 'integers-with-an-exponent',
    section: '2',
    difference: 'An id that ends in 0 is written as 1e1 instead of 10.',
    doubt: 'As above.',
    verdict: 'passed',
    service: writing((text) => text.replace(/("id":-?\d+)0(?=,)/g, '$1e1')),
  },
  {
    name: 'status-given-later',
    section: '3',
    difference: 'A pet created without a status is shown without one, and later as available.',
    doubt: 'When the status is assigned that is "not stated" is not stated either.',
    verdict: 'advice',
    service: class extends Service {
      protected override shown(pet: Pet, call: Call) {
        const status = call.operation === 'createPet' ? undefined : 'available';
        return { ...super.shown(pet, call), status: pet.status ?? status };
      }

      protected override matches(pet: Pet, filter: PetStatus) {
        return (pet.status ?? 'available') === filter;
      }
    },
  },
  {
    name: 'negative-categories-refused',
    section: '4.2',
    difference: 'Category 0 and negative ones are refused with 400.',
    doubt: 'Every int64 is of the right type, but a service may know which categories there are.',
    verdict: 'passed',
    service: class extends Service {
      protected override categoryOf(value: unknown) {
        const categoryId = super.categoryOf(value);
        if (categoryId <= 0n) throw badRequest('There is no such category.');
        return categoryId;
      }
    },
  },
  {
    name: 'invalid-utf8-replaced',
    section: '1',
    difference: 'Bytes that are not UTF-8 become U+FFFD, and the pet is created with them.',
    doubt: 'JSON is UTF-8, but decoders replace what is not, and the document names no encoding.',
    verdict: 'advice',
    service: decoding((body) => body.toString('utf8')),
  },
  {
    name: 'trailing-commas-accepted',
    section: '4.2',
    difference: 'A body with a comma before its closing bracket is accepted.',
    doubt: 'It is not JSON, but has every required field, and each is valid.',
    verdict: 'advice',
    service: class extends Service {
      protected override fieldsOf(call: Call) {
        const body = Buffer.from(call.body.toString('latin1').replace(/,\s*}\s*$/, '}'), 'latin1');
        parseBody(body);
        return super.fieldsOf({ ...call, body });
      }
    },
  },
  {
    name: 'letters-after-an-id-ignored',
    section: '4.3',
    difference: '/pets/1abc is pet 1.',
    doubt: 'petId has to be an integer; what comes otherwise is not shown.',
    verdict: 'advice',
    service: class extends Service {
      protected override find(petId: string) {
        return super.find(/^-?\d+/.exec(petId)?.[0] ?? petId);
      }
    },
  },
  {
    name: 'name-trimmed',
    verdict: 'advice',
    section: '2',
    difference: 'Spaces around a name are lost.',
    doubt: 'The animal has its name, but not the characters that were sent.',
    service: naming((name) => name.trim()),
  },
  {
    name: 'name-normalised',
    verdict: 'advice',
    section: '2',
    difference: 'A letter and its combining accent become one character.',
    doubt: 'As above: by Unicode, both are the same text.',
    service: naming((name) => name.normalize('NFC')),
  },
  {
    name: 'status-null-accepted',
    verdict: 'advice',
    section: '4.2',
    difference: 'The status null is accepted as none.',
    doubt: 'null is no allowed value, but the field is optional, and many take null for absent.',
    service: withStatus((value, plain) => (value === null ? undefined : plain())),
  },
  {
    name: 'nul-in-a-name-refused',
    verdict: 'advice',
    section: '2',
    difference: 'A name with U+0000 is refused with 400.',
    doubt: 'A string may have it, but many databases cannot store it.',
    service: refusingNames((name) => name.includes('\0')),
  },
  {
    name: 'names-of-some-hundred-characters-are-413',
    verdict: 'advice',
    section: '8',
    difference: 'A name of more than 255 characters is refused with 413.',
    doubt: 'Size limits are "not shown", and 413 is the status that HTTP has for them.',
    service: naming((name) => {
      if (name.length > 255) throw new Refusal(413, 'content_too_large', 'The name is too long.');
      return name;
    }),
  },
];
