import type { Call } from './call.js';

/** Fields that the document doesn't have, of the kind that services like to add. */
const extraFields = ',"createdAt":"2030-01-01T00:00:00Z","tags":["simulated"]}';

/** Pets as the open point `extra-response-fields` says: as they are, or with fields beside. */
export function withExtraFields(call: Call, pets: readonly string[]): readonly string[] {
  if (pets.length === 0 || call.sandbox.choices['extra-response-fields'] === 'none') {
    return pets;
  }
  call.choose('extra-response-fields');
  return pets.map((pet) => pet.slice(0, -1) + extraFields);
}
