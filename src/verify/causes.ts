import { omitUndefined } from '../base/json.js';
import type { OperationName } from '../document/operations.js';
import { requirements } from '../document/requirements.js';
import { petProblems } from '../document/responses.js';
import type { Cause } from './result.js';
import { isCrash } from './send/client.js';

export const keyIgnored = 'a request without the valid key does not get 401';
export const acceptedBody = 'createPet accepts a body that is not a NewPet';
export const storedRejected = 'createPet stores the pet of a request that it rejects';

/** Meaning of a status that the document has for the operation, but not here. */
const documented: Readonly<Record<string, string>> = {
  'createPet 201': acceptedBody,
  'getPet 200': 'getPet returns 200 for an unknown id',
  'getPet 404': petProblems.missing,
};

/** Names the mistake of a response with a wrong status, or without any (0). */
function nameWrongStatus(operation: OperationName, allowed: readonly number[], received: number) {
  if (received === 0) {
    return 'a request gets no complete response';
  }
  if (received >= 300 && received < 400) {
    return 'a request is redirected';
  }
  if (allowed.includes(401) && !isCrash(received)) {
    return keyIgnored;
  }
  return received === 401
    ? 'a request with the valid key gets 401'
    : (documented[`${operation} ${received}`] ?? `a request gets ${received}`);
}

/** Finds what is wrong with a response: the status (0 for none), or else what is known of its body. */
export function findErrorCause(
  operation: OperationName,
  allowed: readonly number[],
  received: number,
  ofBody = `${operation} returns something else`,
): Cause {
  const expected = allowed.includes(received) ? received : (allowed[0] ?? received);
  // The first requirement with a status has the words that require it.
  const { section, quote } =
    requirements.find(
      ({ request, response }) => request.operation === operation && response.status === expected,
    ) ?? {};
  const isRight = received > 0 && (allowed.length === 0 || allowed.includes(received));
  return omitUndefined({
    title: isRight ? ofBody : nameWrongStatus(operation, allowed, received),
    section,
    quote,
    isCrash: (!isRight && isCrash(received)) || undefined,
  });
}

/** Why the document does not decide something, and the arguments for either side. */
export const undecided = {
  bodyBeforeKey:
    'The conditions of 400 and of 401 are both met, and the document gives no order. With 401 first, a ' +
    'caller without a key learns nothing about bodies.',
  petBeforeKey:
    'The conditions of 404 and of 401 are both met, and the document gives no order. With 401 first, a ' +
    'caller without a key does not learn which pets exist.',
  petIdSpelling:
    'The document does not say how a petId may be spelled. Caches and logs take two spellings for two pets.',
  nullStatus:
    'null is none of the allowed values, which 400 would say; but the field is not required, and the ' +
    'document does not say whether null counts as absent.',
  rejectedValue:
    'The value has the right type, but the document does not say which values are invalid. Clients may ' +
    'send this one.',
  changedName:
    'The pet has the name, but not the same characters, and the document does not say that they are ' +
    'kept. A client that looks for the name that it sent does not find it.',
  deletedPet:
    'The pet is gone from getPet and from lists. Other clients may have deleted it: section 4.4 does not show ' +
    'all operations.',
  latePet: (seconds: string) =>
    `getPet returned 404 for a created pet, and found it ${seconds} s after the 201. Section 4.2 says “Animal ` +
    'added”, not when others can read it. A client that reads the pet that it created may not find it.',
  changedStatus:
    'Section 3 shows no transition of a status and excludes none. A client that filters by it may miss the pet.',
  typeInCapitals:
    'A media type has no case (RFC 9110, section 8.3.1), but few clients write it so.',
  lengthRequired:
    'Servers of HTTP/1.1 read chunks (RFC 9112, section 7.1), but may require a length (RFC 9110, section ' +
    '15.5.12). Many clients send streams in chunks.',
  malformedHeader:
    'Not only is the key invalid: the request is malformed, which RFC 6750 (section 3.1) has a 400 for.',
  frameworkError: 'A framework may give this status before the service sees the request.',
  crashOnQuery:
    'The document leaves the response open; a status from 500 on is a crash to clients.',
};
