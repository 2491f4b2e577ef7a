import { ServiceError } from '../../document/errors.js';
import { quote } from '../../document/format.js';
import { readInt64 } from '../../document/int64.js';
import type { ServiceResponse } from '../../document/message.js';
import { createChoiceError, createRejection } from '../../document/open-points.js';
import { readClock } from '../clock.js';
import { addFields, findPet } from '../pets.js';
import { type Call, checkUnknownQuery, chooseExtraFields } from './call.js';

function checkSunset(call: Call): void {
  const { sunset } = call.operation;
  if (sunset === undefined || readClock(call.sandbox.clock, call.time) < sunset.getTime()) {
    return;
  }
  const message =
    'The document removes getPet on 5 December 2030 (section 9), and the clock is past that day. ' +
    'Use GET /pets with the status filter.';
  switch (call.choose('after-sunset')) {
    case 'available':
      return;
    case 'gone':
      throw createChoiceError('gone', 'after-sunset', 'gone', message);
    case 'not-found':
      throw createChoiceError('not_found', 'after-sunset', 'not-found', message);
  }
}

function describeNotFound(text: string): string {
  return `No animal has the identifier ${text} (section 4.3). Use an identifier from the list.`;
}

function readPetId(call: Call): bigint {
  const text = call.pathParameter;
  const petId = readInt64(text);
  if (petId !== undefined) {
    return petId;
  }
  call.noteViolation('4.3');
  if (call.choose('malformed-pet-id') === 'not-found') {
    throw createChoiceError(
      'not_found',
      'malformed-pet-id',
      'not-found',
      describeNotFound(quote(text)),
    );
  }
  throw createRejection(
    'malformed-pet-id',
    `petId must be an integer (int64, section 4.3); got ${quote(text)}. Send plain digits.`,
  );
}

/** Section 4.3. */
export function getPet(call: Call): ServiceResponse {
  checkSunset(call);
  checkUnknownQuery(call, []);
  const petId = readPetId(call);
  const pet = findPet(call.sandbox.pets, petId);
  if (pet === undefined) {
    throw new ServiceError('not_found', describeNotFound(String(petId)));
  }
  return { status: 200, body: addFields(pet, chooseExtraFields(call)?.(pet) ?? '') };
}
