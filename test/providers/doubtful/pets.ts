import { badRequest, type Call } from '../call.js';
import { int64Of, parseBody } from '../pet.js';
import { Service } from '../service.js';
import { answering, type DoubtfulVariant, showing, withBody, writing } from '../variant.js';

/** Doubts about pets, how they are written and what they may be. */
export const doubtfulPets: readonly DoubtfulVariant[] = [
  {
    name: 'integers-with-a-point',
    section: '2',
    difference: 'Ids and categories are written as 7.0.',
    doubt: '7.0 is an integer by JSON Schema of today, and none by that of draft 4.',
    service: writing((text) => text.replace(/("(?:id|categoryId)":-?\d+)/g, '$1.0')),
  },
  {
    name: 'integers-with-an-exponent',
    section: '2',
    difference: 'An id that ends in 0 is written as 1e1 instead of 10.',
    doubt: 'As above.',
    service: writing((text) => text.replace(/("id":-?\d+)0(?=,)/g, '$1e1')),
  },
  {
    name: 'byte-order-mark',
    section: '1',
    difference: 'JSON starts with a byte order mark.',
    doubt: 'RFC 8259 forbids to add one and permits to ignore it; most parsers refuse it.',
    service: answering((answer) => withBody(answer, `\ufeff${answer.body}`)),
  },
  {
    name: 'status-given-later',
    section: '3',
    difference: 'A pet created without a status is shown without one, and later as available.',
    doubt: 'When the status is assigned that is "not stated" is not stated either.',
    service: showing((pet, call) => ({
      ...pet,
      status: pet.status ?? (call.operation === 'createPet' ? undefined : 'available'),
    })),
  },
  {
    name: 'negative-categories-refused',
    section: '4.2',
    difference: 'Category 0 and negative ones are refused with 400.',
    doubt: 'Every int64 is of the right type, but a service may know which categories there are.',
    service: class extends Service {
      protected override categoryOf(value: unknown) {
        const categoryId = super.categoryOf(value);
        if (categoryId <= 0n) throw badRequest('There is no such category.');
        return categoryId;
      }
    },
  },
  {
    name: 'trailing-commas-accepted',
    section: '4.2',
    difference: 'A body with a comma before its closing bracket is accepted.',
    doubt: 'It is not JSON, but has every required field, and each is valid.',
    service: class extends Service {
      protected override fieldsOf(call: Call) {
        const body = Buffer.from(`${call.body}`.replace(/,\s*}\s*$/, '}'));
        parseBody(body);
        return super.fieldsOf({ ...call, body });
      }
    },
  },
  {
    name: 'long-names-are-500',
    section: '4.2',
    difference: 'A name of more than 255 characters fails with 500.',
    doubt: 'Size limits are "not shown"; 500 is among no responses, but neither is 413.',
    service: class extends Service {
      protected override nameOf(value: unknown) {
        const name = super.nameOf(value);
        if (name.length > 255) throw new RangeError('value too long for type varchar(255)');
        return name;
      }
    },
  },
  {
    name: 'letters-after-an-id-ignored',
    section: '4.3',
    difference: '/pets/1abc is pet 1.',
    doubt: 'petId has to be an integer; what comes otherwise is not shown.',
    service: class extends Service {
      protected override find(petId: string) {
        return super.find(/^-?\d+/.exec(petId)?.[0] ?? petId);
      }
    },
  },
  {
    name: 'pet-id-beyond-int64-is-500',
    section: '4.3',
    difference: 'A petId beyond int64 fails with 500.',
    doubt: 'It is no petId by its format, and 500 is among no responses.',
    service: class extends Service {
      protected override find(petId: string) {
        if (/^\d{19,}$/.test(petId) && int64Of(petId) === undefined)
          throw new RangeError('value out of range for bigint');
        return super.find(petId);
      }
    },
  },
];
