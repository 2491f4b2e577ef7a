import { badRequest, type Call, notFound, Refusal } from '../call.js';
import { int64Of } from '../pet.js';
import { Service } from '../service.js';
import { type LegalVariant, permitting, refusingCalls } from '../variant.js';

/** What a request may be refused for beyond what the document says. */
export const legalRequests: readonly LegalVariant[] = [
  ...permitting('4.3', {
    'malformed-pet-id-is-400': [
      'A petId that is no int64 is refused with 400.',
      class extends Service {
        protected override find(petId: string) {
          if (int64Of(petId) === undefined) throw badRequest('petId must be an int64.');
          return super.find(petId);
        }
      },
    ],
  }),
  ...permitting('5', {
    'unknown-paths-need-no-key': [
      'A path that the document does not have is 404 without a key too.',
      class extends Service {
        protected override isAllowed(call: Call) {
          return call.operation === undefined || super.isAllowed(call);
        }
      },
    ],
  }),
  ...permitting('4', {
    'other-methods-are-404': [
      'A method that the document does not have is answered with 404 or 501.',
      refusingCalls((call) => {
        if (call.operation !== undefined) return undefined;
        return call.method === 'TRACE'
          ? new Refusal(501, 'not_implemented', 'There is no TRACE.')
          : notFound();
      }),
    ],
  }),
];
