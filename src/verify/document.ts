import type { OperationName } from '../document/operations.js';

/** Titles of the sections of the interface document that state requirements. */
export const sectionTitles: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'List all animals',
  '4.2': 'Add an animal',
  '4.3': 'Get an animal (deprecated)',
  '5': 'Authentication',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};

/** Words of the document, and their section. */
export interface Quoted {
  readonly section: string;
  readonly quote: string;
}

/** Creates quotes of a section, by their names. */
const quoteFrom = <Name extends string>(section: string, texts: Readonly<Record<Name, string>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, quote]) => [name, { section, quote }]),
  ) as Readonly<Record<Name, Quoted>>;

/** Quotes from the interface document. */
export const quotes = {
  ...quoteFrom('1', {
    json: 'Requests and responses are JSON (`application/json`).',
  }),
  ...quoteFrom('2', {
    name: "name | string | | yes | The animal's name.",
    newPetStatus: 'status | PetStatus | | no | Availability status. No default is stated.',
    returned: 'Pet (the animal as returned)',
    categoryId:
      'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.',
    petStatus: 'Allowed values: `available`, `pending`, `sold`.',
    id: 'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.',
  }),
  ...quoteFrom('3', {
    states: 'The filter parameter of the list operation selects animals by this value.',
    omittedStatus: 'the status assigned when `status` is omitted at creation is not stated',
  }),
  ...quoteFrom('4', {
    bearer: 'Every endpoint requires the bearer credential described in section 5.',
  }),
  ...quoteFrom('4.1', {
    page: '200 | Pets (JSON array of Pet) | A page of animals.',
    filter:
      'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.',
  }),
  ...quoteFrom('4.2', {
    created: '201 | Pet | Animal added; the body carries the assigned `id`.',
    badRequest: '400 | Error | Body is missing required fields or contains invalid values.',
  }),
  ...quoteFrom('4.3', {
    petId: '`petId`, required, integer, format int64; identifier of the animal.',
    requested: '200 | Pet | The requested animal.',
    notFound: '404 | Error | The requested resource could not be found.',
  }),
  ...quoteFrom('4.4', {
    moreOperations: 'Any further operations in the groups Store and Pets: not shown.',
  }),
  ...quoteFrom('5', {
    unauthorized: 'When the key is missing or invalid, the response is 401 with an Error body.',
    everyOperation: 'The requirement applies to every operation in section 4.',
  }),
  ...quoteFrom('7', {
    errorShape: 'All error bodies have the shape Error (section 2): `code`, `message`, `status`.',
    openList:
      'Behaviour of the list operation for an out-of-range `limit` or an unknown `status` value: not shown.',
  }),
  ...quoteFrom('8', {
    sizeLimits: 'Rate limits and size limits of fields: not shown.',
    pageSize: 'Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20',
  }),
};

/** What words are about: an operation, a status, or both. The others are about all. */
const scopes: readonly (readonly [Quoted, OperationName | undefined, status?: number])[] = [
  [quotes.page, 'listPets', 200],
  [quotes.created, 'createPet', 201],
  [quotes.badRequest, 'createPet', 400],
  [quotes.requested, 'getPet', 200],
  [quotes.notFound, 'getPet', 404],
  [quotes.unauthorized, undefined, 401],
  [quotes.bearer, undefined, 401],
  [quotes.everyOperation, undefined, 401],
  [quotes.filter, 'listPets'],
  [quotes.states, 'listPets'],
  [quotes.pageSize, 'listPets'],
  [quotes.openList, 'listPets'],
  [quotes.petId, 'getPet'],
];

/**
 * Chooses the words for an exchange. Those of a requirement may be about another operation, which the
 * exchange only prepared; then it is the words that require the response, or else the success.
 */
export function chooseQuote(
  {
    operation,
    expectedStatuses,
  }: { operation: OperationName; expectedStatuses: readonly number[] },
  own: Quoted,
): Quoted {
  const isScoped = scopes.some(([{ quote }]) => quote === own.quote);
  const fitting = scopes.filter(
    ([, scope = operation, status]) =>
      scope === operation &&
      (status === undefined || expectedStatuses.length === 0 || expectedStatuses.includes(status)),
  );
  const isFitting = fitting.some(([{ quote }]) => quote === own.quote);
  return isScoped && !isFitting ? (fitting[0]?.[0] ?? own) : own;
}

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
  keyCase: {
    behaviour: 'a field whose name has another case, such as `Name`, counts as the field',
    ...quotes.badRequest,
    reason:
      'The body lacks the field as it is written, but the parsers of some languages ignore case.',
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
    behaviour: 'a long name is rejected with 413',
    ...quotes.sizeLimits,
    reason:
      'A size limit is allowed, but its status is not stated. The only status for invalid values is 400, ' +
      'and a client may expect no other.',
  },
  malformedHeader: {
    behaviour: 'a malformed Authorization header gets 400 instead of 401',
    ...quotes.unauthorized,
    reason:
      'Not only the key is invalid, but the header is malformed, which RFC 6750 (section 3.1) has a 400 for.',
  },
  lenientJson: {
    behaviour: 'a body with a comment, a comma after the last field, or NaN is accepted',
    ...quotes.json,
    reason: 'It is not JSON, but a parser may accept more than JSON (RFC 8259, section 9).',
  },
  notUtf8: {
    behaviour: 'a byte of a name that is not UTF-8 is replaced by U+FFFD',
    ...quotes.json,
    reason:
      'JSON is exchanged in UTF-8 (RFC 8259, section 8.1), but decoders replace other bytes, and the document ' +
      'does not name an encoding.',
  },
  loneSurrogate: {
    behaviour: 'half a surrogate pair in a name is replaced',
    ...quotes.name,
    reason:
      'It is no character: JSON permits its escape, but leaves open what it means (RFC 8259, section 8.2).',
  },
  petIdWithMore: {
    behaviour: 'a petId that begins with an integer finds its pet',
    ...quotes.petId,
    reason: 'A petId is an integer; one that only begins with an integer is not defined.',
  },
  frameworkError: {
    behaviour:
      'a body or a header that is too large, or of another type, gets 413, 414, 415 or 431 without an Error',
    ...quotes.errorShape,
    reason: 'A framework may give this status before the service sees the request.',
  },
  frontServer: {
    behaviour:
      'a malformed percent sign, `%00` or a byte beyond ASCII in a URL or a key gets no Error',
    ...quotes.errorShape,
    reason: 'A server in front may answer it, in whatever way, before the service sees it.',
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
