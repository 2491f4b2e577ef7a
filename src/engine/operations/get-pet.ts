import { chosen, rejected, ServiceError } from '../interface/errors.js';
import { quote } from '../interface/format.js';
import { readInt64 } from '../interface/int64.js';
import type { Header } from '../interface/message.js';
import type { Operation } from '../interface/operations.js';
import { type Answer, type Call, checkUnknownQuery, withExtraFields } from './call.js';

/**
 * What HTTP has for the end of an operation: `Sunset` (RFC 8594), `Link` to the replacement (relative
 * to the request, so it holds wherever the service is mounted), and `Deprecation` (RFC 9745) when its
 * date is configured, as the document doesn't state it.
 */
export function endOfLifeHeaders(
  operation: Operation,
  deprecatedSince: Date | undefined,
): Header[] {
  const headers: Header[] = [];
  if (operation.sunset !== undefined) {
    headers.push(['Sunset', operation.sunset.toUTCString()]);
    headers.push(['Link', '<../pets>; rel="successor-version"']);
  }
  if (operation.deprecated && deprecatedSince !== undefined) {
    headers.push(['Deprecation', `@${Math.floor(deprecatedSince.getTime() / 1000)}`]);
  }
  return headers;
}

function checkSunset(call: Call): void {
  const { sunset } = call.operation;
  if (sunset === undefined || call.sandbox.clock.now() < sunset.getTime()) {
    return;
  }
  const message =
    'getPet was to be removed on 5 December 2030 (section 9), and the clock is past that day. ' +
    'Use GET /pets with the status filter.';
  switch (call.choose('after-sunset')) {
    case 'available':
      return;
    case 'gone':
      throw chosen('gone', 'after-sunset', 'gone', message);
    case 'not-found':
      throw chosen('not_found', 'after-sunset', 'not-found', message);
  }
}

function notFound(text: string): string {
  return `No animal has the identifier ${text} (section 4.3). Use an identifier that the list shows.`;
}

function readPetId(call: Call): bigint {
  const text = call.pathParameter;
  const petId = readInt64(text);
  if (petId !== undefined) {
    return petId;
  }
  call.notes.violation('4.3');
  if (call.choose('malformed-pet-id') === 'not-found') {
    throw chosen('not_found', 'malformed-pet-id', 'not-found', notFound(quote(text)));
  }
  throw rejected(
    'malformed-pet-id',
    `petId must be an integer (int64, section 4.3), and ${quote(text)} came. Send plain digits.`,
  );
}

/** Section 4.3. */
export function getPet(call: Call): Answer {
  checkSunset(call);
  checkUnknownQuery(call, []);
  const petId = readPetId(call);
  const pet = call.sandbox.catalogue.find(petId);
  if (pet === undefined) {
    throw new ServiceError('not_found', notFound(String(petId)));
  }
  return { status: 200, body: withExtraFields(call, [pet]).join('') };
}
