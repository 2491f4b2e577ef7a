import { type Quoted, quotes } from './document.js';

/** What the document does not decide: the words that come closest, and what they leave open. */
export interface Decision extends Quoted {
  /** What a provider does, as the table in docs/providers.md lists it. */
  readonly behaviour: string;
  readonly reason: string;
}

/** Everything that is advice: no words of the document carry a failure. */
export const decisions = {
  bodyBeforeKey: {
    behaviour: 'an invalid body without a valid key gets 400 instead of 401',
    ...quotes.badRequest,
    reason:
      'The conditions of 400 and of 401 are both met, and the document gives no order. With 401 first, ' +
      'a caller without a key learns nothing about bodies.',
  },
  petBeforeKey: {
    behaviour: 'an unknown id without a valid key gets 404 instead of 401',
    ...quotes.notFound,
    reason:
      'The conditions of 404 and of 401 are both met, and the document gives no order. With 401 first, ' +
      'a caller without a key does not learn which pets exist.',
  },
  nullStatus: {
    behaviour: 'a NewPet with `"status": null` is accepted as one without a status',
    ...quotes.newPetStatus,
    reason:
      'null is none of the allowed values, which 400 would say; but the field is not required, and the ' +
      'document does not say whether null counts as absent.',
  },
  emptyName: {
    behaviour: 'an empty name is rejected with 400',
    ...quotes.name,
    reason: 'An empty string is a string, but the document does not say which names are invalid.',
  },
  nulInName: {
    behaviour: 'a name with U+0000 is rejected with 400',
    ...quotes.name,
    reason:
      'A JSON string can contain U+0000, but many databases cannot store it, and the document does not ' +
      'say which names are invalid.',
  },
  changedName: {
    behaviour: 'a name is returned without the spaces at its ends, or with composed letters',
    ...quotes.returned,
    reason:
      'The pet has the name, but not the same characters, and the document does not say that they are ' +
      'kept. A client that looks for the name that it sent does not find it.',
  },
  tooLarge: {
    behaviour: 'a name of some hundred characters is rejected with 413',
    ...quotes.sizeLimits,
    reason:
      'A size limit is allowed, but its status is not stated. The only status for invalid values is 400, ' +
      'and a client may expect no other.',
  },
  malformedHeader: {
    behaviour: 'a malformed Authorization header gets 400 instead of 401',
    ...quotes.unauthorized,
    reason:
      'Not only the key is invalid, but the header is malformed, which RFC 6750 (3.1) has a 400 for.',
  },
  lenientJson: {
    behaviour: 'a body with a comment, a comma after the last field, or NaN is accepted',
    ...quotes.json,
    reason: 'It is not JSON, but a parser may accept more than JSON (RFC 8259, 9).',
  },
  notUtf8: {
    behaviour: 'a byte of a name that is not UTF-8 is replaced by U+FFFD',
    ...quotes.json,
    reason:
      'JSON is exchanged in UTF-8 (RFC 8259, 8.1), but decoders replace other bytes, and the document ' +
      'does not name an encoding.',
  },
  loneSurrogate: {
    behaviour: 'half a surrogate pair in a name is replaced',
    ...quotes.name,
    reason:
      'It is no character: JSON permits its escape, but leaves open what it means (RFC 8259, 8.2).',
  },
  petIdWithMore: {
    behaviour: 'a petId that begins with an integer finds its pet',
    ...quotes.petId,
    reason: 'A petId is an integer; one that only begins with an integer is not defined.',
  },
  malformedUrl: {
    behaviour: 'a path or query with a percent sign that begins no escape gets no Error',
    ...quotes.errorShape,
    reason: 'It is no valid URL, and a server may reject it before the service sees it.',
  },
  crashOnQuery: {
    behaviour: 'an unusual limit or status gets an Error with a status from 500 on',
    ...quotes.openList,
    reason: 'The document leaves the response open; a status from 500 on is a crash to clients.',
  },
  otherPath: {
    behaviour: 'a path that the document does not define gets no Error',
    ...quotes.moreOperations,
    reason: 'The document does not define other paths; clients expect an Error there too.',
  },
  pageForBrowsers: {
    behaviour: 'a request with the Accept header of a browser gets a page',
    ...quotes.json,
    reason: 'A page for browsers is not excluded, but clients never see it.',
  },
  laterStatus: {
    behaviour: 'createPet returns a pet without a status, and getPet the same pet with one',
    ...quotes.omittedStatus,
    reason:
      'Nor is it stated when the status is assigned. A client sees a pet that has changed after createPet.',
  },
} as const satisfies Readonly<Record<string, Decision>>;
