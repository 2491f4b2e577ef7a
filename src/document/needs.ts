import { type OperationName, operations } from './operations.js';
import { type ErrorBody, type Pet, responseFields } from './pet.js';

/** What else of a response a consumer can need: a full page, JSON, this status and no other of its kind. */
type Other = 'page' | 'body' | 'httpStatus';
type Words<Field> = readonly (Field | Other | `-${Other}`)[] | undefined;

/**
 * The fields that a consumer reads: of a `Pet`, of an `Error`, or of a response such as `createPet.400`; of what is
 * left out, all. It also needs full pages, exact statuses, and a body where it reads a field of an Error, unless
 * `-page`, `-httpStatus` or `-body` says otherwise.
 */
export type Needs = {
  readonly Pet?: Words<keyof Pet>;
  readonly Error?: Words<keyof ErrorBody>;
  readonly [response: `${OperationName}.${number}`]: Words<keyof Pet | keyof ErrorBody>;
};

const listWords = (fields: readonly string[], ...others: readonly Other[]) => [
  ...fields,
  ...others.flatMap((other) => [other, `-${other}`]),
];
const errorWords = listWords(responseFields.Error, 'body', 'httpStatus');
const ofPets = { listPets: ['page'], createPet: ['httpStatus'], getPet: [] } as const;

/** The words that declare what a consumer needs, by response; those that begin with `-`, what it doesn't. */
export const needWords: Readonly<Record<string, readonly string[]>> = {
  Pet: listWords(responseFields.Pet, 'page', 'httpStatus'),
  Error: errorWords,
  ...Object.fromEntries(
    operations.flatMap(({ name, statuses }) => {
      const petWords = listWords(responseFields.Pet, ...ofPets[name]);
      return statuses.map((status) => [`${name}.${status}`, status < 400 ? petWords : errorWords]);
    }),
  ),
};

export function isDeclared(part: string, words: readonly string[] = [part]): boolean {
  const isField = (word: string) => !/^-|^(?:page|body|httpStatus)$/.test(word);
  const isImplied = part === 'body' ? words.some(isField) : !isField(part);
  return words.includes(part) || (isImplied && !words.includes(`-${part}`));
}

export const declareParts = (name: string, parts: readonly string[]) =>
  needWords[name]?.filter((word) => parts.includes(word.replace('-', '')) !== /^-/.test(word));
