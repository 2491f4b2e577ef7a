import { badRequest, type Call, notFound, Refusal } from '../call.js';
import { int64Of } from '../pet.js';
import { Service } from '../service.js';
import { type LegalVariant, refusingCalls } from '../variant.js';

/** What a request may be refused for beyond what the document says. */
export const legalRequests: readonly LegalVariant[] = [
  {
    name: 'malformed-pet-id-is-400',
    permittedBy: '4.3',
    difference: 'A petId that is no int64 is refused with 400.',
    service: class extends Service {
      protected override find(petId: string) {
        if (int64Of(petId) === undefined) throw badRequest('petId must be an int64.');
        return super.find(petId);
      }
    },
  },
  {
    name: 'unknown-paths-need-no-key',
    permittedBy: '5',
    difference: 'A path that the document does not have is 404 without a key too.',
    service: class extends Service {
      protected override isAllowed(call: Call) {
        return call.operation === undefined || super.isAllowed(call);
      }
    },
  },
  {
    name: 'other-methods-are-404',
    permittedBy: '4',
    difference: 'A method that the document does not have is answered with 404 or 501.',
    service: refusingCalls((call) => {
      if (call.operation !== undefined) return undefined;
      return call.method === 'TRACE'
        ? new Refusal(501, 'not_implemented', 'There is no TRACE.')
        : notFound();
    }),
  },
];
