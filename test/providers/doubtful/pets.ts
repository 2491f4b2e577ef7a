import { badRequest, type Call } from '../call.js';
import { parseBody } from '../pet.js';
import { Service } from '../service.js';
import { type DoubtfulVariant, showing, writing } from '../variant.js';

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
    verdict: 'failed',
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
];
