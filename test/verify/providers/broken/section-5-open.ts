import type { Call, Operation } from '../call.js';
import { isPetStatus } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

/** Lets calls in that the plain service does not. */
const lettingIn = (isAllowed: (call: Call, key: string, sent: string) => boolean) =>
  class extends Service {
    protected override isAllowed(call: Call) {
      const { authorization = '' } = call.headers;
      return super.isAllowed(call) || isAllowed(call, this.apiKey, authorization);
    }
  };

/** The same for what stands after `Bearer `. */
const taking = (isKey: (sent: string, key: string) => boolean) =>
  lettingIn((_call, key, sent) => sent.startsWith('Bearer ') && isKey(sent.slice(7), key));

const notChecking = (operation: Operation) => lettingIn((call) => call.operation === operation);

/** A missing or invalid key is let in. */
export const section5Open: readonly BrokenVariant[] = breaking('5', {
  'list-without-key': ['A list needs no key.', notChecking('listPets')],
  'create-without-key': ['A creation needs no key.', notChecking('createPet')],
  'read-without-key': ['Reading a pet needs no key.', notChecking('getPet')],
  'filtered-list-without-key': [
    'A list with a query needs no key: the rule is for the bare path.',
    lettingIn((call) => call.operation === 'listPets' && call.query.size > 0),
  ],
  'list-of-a-status-without-key': [
    'A list that is filtered by one of the three statuses needs no key.',
    lettingIn(
      ({ operation, query }) => operation === 'listPets' && isPetStatus(query.get('status')),
    ),
  ],
  'list-of-a-length-without-key': [
    'A list with a limit from 1 to 100 needs no key.',
    lettingIn(
      ({ operation, query }) =>
        operation === 'listPets' && /^([1-9]\d?|100)$/.test(query.get('limit') ?? ''),
    ),
  ],
  'any-authorization-will-do': [
    'Whatever stands in the Authorization header is accepted.',
    lettingIn((_call, _key, sent) => sent !== ''),
  ],
  'any-key-will-do': ['Every key that is not empty is accepted.', taking((sent) => sent !== '')],
  'any-key-will-do-for-reading': [
    'Reading a pet accepts every key.',
    lettingIn((call, _key, sent) => call.operation === 'getPet' && /^Bearer ./.test(sent)),
  ],
  'any-key-will-do-for-creating': [
    'A creation accepts every key.',
    lettingIn((call, _key, sent) => call.operation === 'createPet' && /^Bearer ./.test(sent)),
  ],
  'empty-key-accepted': [
    'The word Bearer without a key is accepted.',
    lettingIn((_call, _key, sent) => sent.trim() === 'Bearer'),
  ],
  'longer-key-accepted': [
    'The key with more letters after it is accepted.',
    taking((sent, key) => sent.startsWith(key)),
  ],
  'start-of-key-accepted': [
    'The first half of the key is accepted.',
    taking((sent, key) => sent.length >= 8 && key.startsWith(sent)),
  ],
  'last-character-not-compared': [
    'The key without its last character is accepted.',
    taking((sent, key) => sent === key.slice(0, -1)),
  ],
  'key-of-the-same-length-accepted': [
    'A key of the same length is accepted.',
    taking((sent, key) => sent.length === key.length),
  ],
  'key-turned-round-accepted': [
    'A key of the same letters in another order is accepted: a sum is compared.',
    taking((sent, key) => [...sent].sort().join() === [...key].sort().join()),
  ],
  'key-anywhere-in-the-header': [
    'The key is accepted anywhere in the header, as after another key.',
    lettingIn((_call, key, sent) => sent.includes(key)),
  ],
});
