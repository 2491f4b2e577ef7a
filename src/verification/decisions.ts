import { quotes } from './document.js';

/** What the document does not decide: the words that come closest, and what they leave open. */
export interface Decision {
  /** What a provider does, as the table in docs/providers.md lists it. */
  readonly behaviour: string;
  readonly section: string;
  readonly quote: string;
  readonly reason: string;
}

/** Everything that is advice: no words of the document carry a failure. */
export const decisions = {
  bodyBeforeKey: {
    behaviour: 'an invalid body without a valid key gets 400 instead of 401',
    section: '4.2',
    quote: quotes.badRequest,
    reason:
      'The conditions of 400 and of 401 are both met, and the document gives no order. With 401 first, ' +
      'a caller without a key learns nothing about bodies.',
  },
  petBeforeKey: {
    behaviour: 'an unknown id without a valid key gets 404 instead of 401',
    section: '4.3',
    quote: quotes.notFound,
    reason:
      'The conditions of 404 and of 401 are both met, and the document gives no order. With 401 first, ' +
      'a caller without a key does not learn which pets exist.',
  },
  nullStatus: {
    behaviour: 'a NewPet with `"status": null` is accepted as one without a status',
    section: '2',
    quote: quotes.newPetStatus,
    reason:
      'null is none of the allowed values, which 400 would say; but the field is not required, and the ' +
      'document does not say whether null counts as absent.',
  },
  emptyName: {
    behaviour: 'an empty name is rejected with 400',
    section: '2',
    quote: quotes.name,
    reason: 'An empty string is a string, but the document does not say which names are invalid.',
  },
  nulInName: {
    behaviour: 'a name with U+0000 is rejected with 400',
    section: '2',
    quote: quotes.name,
    reason:
      'A JSON string can contain U+0000, but many databases cannot store it, and the document does not ' +
      'say which names are invalid.',
  },
  changedName: {
    behaviour: 'a name is returned without the spaces at its ends, or with composed letters',
    section: '2',
    quote: quotes.returned,
    reason:
      'The pet has the name, but not the same characters, and the document does not say that they are ' +
      'kept. A client that looks for the name that it sent does not find it.',
  },
  tooLarge: {
    behaviour: 'a name of some hundred characters is rejected with 413',
    section: '8',
    quote: quotes.sizeLimits,
    reason:
      'A size limit is allowed, but its status is not stated. The only status for invalid values is 400, ' +
      'and a client may expect no other.',
  },
  laterStatus: {
    behaviour: 'createPet returns a pet without a status, and getPet the same pet with one',
    section: '3',
    quote: quotes.omittedStatus,
    reason:
      'Nor is it stated when the status is assigned. A client sees a pet that has changed after createPet.',
  },
} as const satisfies Readonly<Record<string, Decision>>;
