import type { Call, Operation } from '../call.js';
import { isPetStatus } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

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
export const section5Open: readonly BrokenVariant[] = [
  {
    name: 'list-without-key',
    breaks: '5',
    difference: 'A list needs no key.',
    service: notChecking('listPets'),
  },
  {
    name: 'create-without-key',
    breaks: '5',
    difference: 'A creation needs no key.',
    service: notChecking('createPet'),
  },
  {
    name: 'read-without-key',
    breaks: '5',
    difference: 'Reading a pet needs no key.',
    service: notChecking('getPet'),
  },
  {
    name: 'filtered-list-without-key',
    breaks: '5',
    difference: 'A list with a query needs no key: the rule is for the bare path.',
    service: lettingIn((call) => call.operation === 'listPets' && call.query.size > 0),
  },
  {
    name: 'list-of-a-status-without-key',
    breaks: '5',
    difference: 'A list that is filtered by one of the three statuses needs no key.',
    service: lettingIn(
      ({ operation, query }) => operation === 'listPets' && isPetStatus(query.get('status')),
    ),
  },
  {
    name: 'list-of-a-length-without-key',
    breaks: '5',
    difference: 'A list with a limit from 1 to 100 needs no key.',
    service: lettingIn(
      ({ operation, query }) =>
        operation === 'listPets' && /^([1-9]\d?|100)$/.test(query.get('limit') ?? ''),
    ),
  },
  {
    name: 'any-authorization-will-do',
    breaks: '5',
    difference: 'Whatever stands in the Authorization header is accepted.',
    service: lettingIn((_call, _key, sent) => sent !== ''),
  },
  {
    name: 'any-key-will-do',
    breaks: '5',
    difference: 'Every key that is not empty is accepted.',
    service: taking((sent) => sent !== ''),
  },
  {
    name: 'any-key-will-do-for-reading',
    breaks: '5',
    difference: 'Reading a pet accepts every key.',
    service: lettingIn((call, _key, sent) => call.operation === 'getPet' && /^Bearer ./.test(sent)),
  },
  {
    name: 'any-key-will-do-for-creating',
    breaks: '5',
    difference: 'A creation accepts every key.',
    service: lettingIn(
      (call, _key, sent) => call.operation === 'createPet' && /^Bearer ./.test(sent),
    ),
  },
  {
    name: 'empty-key-accepted',
    breaks: '5',
    difference: 'The word Bearer without a key is accepted.',
    service: lettingIn((_call, _key, sent) => sent.trim() === 'Bearer'),
  },
  {
    name: 'longer-key-accepted',
    breaks: '5',
    difference: 'The key with more letters after it is accepted.',
    service: taking((sent, key) => sent.startsWith(key)),
  },
  {
    name: 'start-of-key-accepted',
    breaks: '5',
    difference: 'The first half of the key is accepted.',
    service: taking((sent, key) => sent.length >= 8 && key.startsWith(sent)),
  },
  {
    name: 'last-character-not-compared',
    breaks: '5',
    difference: 'The key without its last character is accepted.',
    service: taking((sent, key) => sent === key.slice(0, -1)),
  },
  {
    name: 'key-of-the-same-length-accepted',
    breaks: '5',
    difference: 'A key of the same length is accepted.',
    service: taking((sent, key) => sent.length === key.length),
  },
  {
    name: 'key-turned-round-accepted',
    breaks: '5',
    difference: 'A key of the same letters in another order is accepted: a sum is compared.',
    service: taking((sent, key) => [...sent].sort().join() === [...key].sort().join()),
  },
  {
    name: 'key-anywhere-in-the-header',
    breaks: '5',
    difference: 'The key is accepted anywhere in the header, as after another key.',
    service: lettingIn((_call, key, sent) => sent.includes(key)),
  },
];
