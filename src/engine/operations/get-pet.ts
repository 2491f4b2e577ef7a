import { readInt64 } from '../../base/int64.js';
import { quote } from '../../base/text.js';
import { ServiceError } from '../../document/errors.js';
import { sections } from '../../document/generated/sections.js';
import type { Operation } from '../../document/operations.js';
import { parsePetResponse } from '../../document/responses.js';
import { type Call, chooseOrReject, noteViolation } from '../call.js';
import { readClock } from '../clock.js';
import { addFields, findPet } from '../pets.js';
import {
  checkUnknownQuery,
  chooseFields,
  type OperationSteps,
  readMalformedNumber,
} from './common.js';

function checkSunset(call: Call, { sunset }: Operation): void {
  if (sunset === undefined || readClock(call.sandbox.clock, call.time) < sunset.getTime()) {
    return;
  }
  const message =
    'The document removes getPet on 5 December 2030 (section 9), and the clock is past that day. ' +
    'Use GET /pets with the status filter.';
  chooseOrReject(call, 'after-sunset', message);
}

const describeMissing = (text: string) => `No animal has the identifier ${text}`;

export function describeNotFound(text: string): string {
  return `${describeMissing(text)} (section 4.3). Use an identifier from the list.`;
}

function readPetId(call: Call): string {
  const text = call.target?.petId ?? '';
  const petId = readInt64(text);
  if (petId !== undefined) {
    return String(petId);
  }
  noteViolation(call, sections.getPet);
  const point = 'malformed-pet-id';
  const problem =
    call.choices[point] === 'not-found'
      ? describeNotFound(quote(text))
      : `petId must be an integer (int64, section 4.3); got ${quote(text)}. Send plain digits.`;
  const cause = /^-?[1-9][0-9]*$/.test(text) ? 'huge_id' : point;
  // Nothing ignores it.
  return readMalformedNumber(call, 'pet-id-spelling', point, text, problem, cause) as string;
}

/** Section 4.3. */
export const getPet: OperationSteps<{ petId: string }> = {
  read: (call, operation) => {
    checkSunset(call, operation);
    checkUnknownQuery(call, operation);
    return { petId: readPetId(call) };
  },
  run: (call, { petId }) => {
    const pet = findPet(call.sandbox, petId);
    if (pet === undefined) {
      throw new ServiceError('not_found', describeNotFound(petId), {
        brief: describeMissing(petId),
      });
    }
    return { status: 200, body: addFields(pet, chooseFields(call)) };
  },
  check: (_call, response, input) => {
    parsePetResponse(response, input && BigInt(input.petId));
  },
};
