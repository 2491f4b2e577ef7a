import { outline } from '../document/generated/outline.js';

const { value: examplePet } =
  outline.paths['/pets'].post.requestBody.content['application/json'].examples['with-status'];

/** The name of pets that a contract creates; it says where they come from. */
export const petName = `animal-store contract: ${examplePet.name}`;

/** A valid NewPet. */
export const newPet = { name: petName, categoryId: examplePet.categoryId };

/** What can be wrong with all of a body. A body that is text is sent as it is. */
export const wrongBodies = {
  missing: { text: 'a request without a body', content: {} },
  malformed: {
    text: 'a body that is malformed JSON',
    content: { content: btoa(`{"name":"${petName}"`), encoded: 'base64' },
  },
  array: { text: 'a body that is an array', content: { content: [newPet], encoded: false } },
  text: { text: 'a body that is a string', content: { content: petName, encoded: false } },
} as const;

/** What can be wrong with a field, in words and as a value; undefined for a field that is missing. */
const wrongValues = {
  missing: { text: 'without a', value: undefined },
  unknown: { text: 'with an unknown', value: 'eaten' },
  null: { text: 'with null as', value: null },
  boolean: { text: 'with a boolean as', value: true },
  number: { text: 'with a number as', value: 42 },
  string: { text: 'with a string as', value: '1' },
  fraction: { text: 'with a fraction as', value: 1.5 },
  array: { text: 'with an array as', value: ['Rex'] },
  object: { text: 'with an object as', value: { value: 'Rex' } },
  'too large': { text: 'with a', value: 9223372036854775808n },
} as const;

/** What is wrong with the fields of a NewPet, by their names. */
export type WrongFields = Readonly<Record<string, string>>;

function listMistakes(wrong: WrongFields) {
  return ['name', 'categoryId', 'status'].flatMap((field) => {
    const kind = wrong[field] as keyof typeof wrongValues | undefined;
    return kind === undefined ? [] : [{ field, kind, ...wrongValues[kind] }];
  });
}

/** `a pet without a name and with a string as categoryId` */
export function describeWrongPet(wrong: WrongFields): string {
  const parts = listMistakes(wrong).map(
    ({ field, kind, text }) => `${text} ${field}${kind === 'too large' ? ' beyond int64' : ''}`,
  );
  const last = parts.pop();
  return `a pet ${parts.length === 0 ? '' : `${parts.join(', ')} and `}${last}`;
}

/** A NewPet with these mistakes. */
export function createWrongPet(wrong: WrongFields): Readonly<Record<string, unknown>> {
  const pet: Record<string, unknown> = { ...newPet };
  for (const { field, value } of listMistakes(wrong)) {
    pet[field] = value;
  }
  const sent = Object.entries(pet).filter(([, value]) => value !== undefined);
  // Some verifiers don't send an empty object.
  return sent.length === 0 ? { status: examplePet.status } : Object.fromEntries(sent);
}
