import type { Call } from './call.js';

/** Fields that the document doesn't have, of the kind that services like to add. */
const extraFields = [
  { key: '"createdAt":', value: '"2030-01-01T00:00:00Z"' },
  { key: '"tags":', value: '["simulated"]' },
];

function addExtraFields(pet: string): string {
  // One that a body brought with it, and that was given back, isn't said twice.
  const missing = extraFields.filter(({ key }) => !pet.includes(key));
  return `${pet.slice(0, -1)}${missing.map(({ key, value }) => `,${key}${value}`).join('')}}`;
}

/** Pets as the open point `extra-response-fields` says: as they are, or with fields beside. */
export function withExtraFields(call: Call, pets: readonly string[]): readonly string[] {
  if (pets.length === 0 || call.sandbox.choices['extra-response-fields'] === 'none') {
    return pets;
  }
  call.choose('extra-response-fields');
  return pets.map(addExtraFields);
}
