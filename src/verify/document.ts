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

/** What the document does not decide: the words that come closest, and what they leave open. */
export interface Decision extends Quoted {
  readonly reason: string;
}

/** Everything that is advice: no words of the document carry a failure. */
export const decisions = {
  bodyBeforeKey: {
    ...quotes.badRequest,
    reason:
      'The conditions of 400 and of 401 are both met, and the document gives no order. With 401 first, ' +
      'a caller without a key learns nothing about bodies.',
  },
  petBeforeKey: {
    ...quotes.notFound,
    reason:
      'The conditions of 404 and of 401 are both met, and the document gives no order. With 401 first, ' +
      'a caller without a key does not learn which pets exist.',
  },
  nullStatus: {
    ...quotes.newPetStatus,
    reason:
      'null is none of the allowed values, which 400 would say; but the field is not required, and the ' +
      'document does not say whether null counts as absent.',
  },
  rejectedValue: {
    ...quotes.sizeLimits,
    reason:
      'The value has the right type, but the document does not say which values are invalid. Clients may ' +
      'send this one.',
  },
  changedName: {
    ...quotes.returned,
    reason:
      'The pet has the name, but not the same characters, and the document does not say that they are ' +
      'kept. A client that looks for the name that it sent does not find it.',
  },
  malformedHeader: {
    ...quotes.unauthorized,
    reason:
      'Not only the key is invalid, but the header is malformed, which RFC 6750 (section 3.1) has a 400 for.',
  },
  frameworkError: {
    ...quotes.errorShape,
    reason: 'A framework may give this status before the service sees the request.',
  },
  crashOnQuery: {
    ...quotes.openList,
    reason: 'The document leaves the response open; a status from 500 on is a crash to clients.',
  },
} as const satisfies Readonly<Record<string, Decision>>;
