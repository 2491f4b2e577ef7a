import { badRequest, notFound, Refusal } from '../call.js';
import { int64Of } from '../pet.js';
import { changing, permitting, refusingCalls } from '../variant.js';

/** What a request may be refused for beyond what the document says. */
export const legalRequests = permitting({
  'A petId that is no int64 is refused with 400.': changing('find', (plain, petId) => {
    if (int64Of(petId) === undefined) throw badRequest('petId must be an int64.');
    return plain(petId);
  }),
  'A path that the document does not have is 404 without a key too.': changing(
    'isAllowed',
    (plain, call) => call.operation === undefined || plain(call),
  ),
  'A method that the document does not have is answered with 404 or 501.': refusingCalls((call) => {
    if (call.operation !== undefined) return undefined;
    return call.method === 'TRACE'
      ? new Refusal(501, 'not_implemented', 'There is no TRACE.')
      : notFound();
  }),
});
