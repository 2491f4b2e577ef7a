import { digitsOf, type Fields } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

/** Takes a name in another way; `plain` takes it as it should be. */
const naming = (nameOf: (value: unknown, plain: () => string) => unknown) =>
  class extends Service {
    protected override nameOf(value: unknown) {
      return nameOf(value, () => super.nameOf(value)) as string;
    }
  };

/** `name` is required, and a string. */
export const section42Name: readonly BrokenVariant[] = breaking('4.2', {
  'missing-name-accepted': [
    'A pet without a name is created without one.',
    naming((value, plain) => (value === undefined ? undefined : plain())),
  ],
  'missing-name-becomes-empty': [
    'A pet without a name is created with an empty one.',
    naming((value, plain) => (value === undefined ? '' : plain())),
  ],
  'missing-name-taken-from-the-pet-before': [
    'After a creation a pet without a name is accepted and gets the last name.',
    class extends Service {
      #last: string | undefined;

      protected override nameOf(value: unknown) {
        this.#last = super.nameOf(value ?? this.#last);
        return this.#last;
      }
    },
  ],
  'null-name-accepted': [
    'The name null is accepted and stays null.',
    naming((value, plain) => (value === null ? null : plain())),
  ],
  'null-name-becomes-text': [
    'The name null is accepted as "null".',
    naming((value, plain) => (value === null ? 'null' : plain())),
  ],
  'number-name-accepted': [
    'A number is accepted as a name and stays a number.',
    naming((value, plain) => (digitsOf(value) === undefined ? plain() : value)),
  ],
  'number-name-becomes-text': [
    'A number is accepted as a name and becomes text.',
    naming((value, plain) => digitsOf(value) ?? plain()),
  ],
  'boolean-name-becomes-text': [
    'The names true and false are accepted and become text.',
    naming((value, plain) => (typeof value === 'boolean' ? `${value}` : plain())),
  ],
  'array-name-accepted': [
    'An array is accepted as a name; its first member is used.',
    naming((value, plain) => (Array.isArray(value) ? `${value[0]}` : plain())),
  ],
  'object-name-accepted': [
    'An object is accepted as a name and becomes "[object Object]".',
    naming((value, plain) =>
      value !== null && typeof value === 'object' && !Array.isArray(value) && !digitsOf(value)
        ? '[object Object]'
        : plain(),
    ),
  ],
  'name-in-capitals-accepted': [
    'A body with "Name" instead of "name" is accepted.',
    class extends Service {
      protected override newPetOf(fields: Fields) {
        return super.newPetOf({ ...fields, name: fields.name ?? fields.Name });
      }
    },
  ],
  'missing-name-is-500': [
    'A pet without a name fails with 500: the table refuses it.',
    naming((value, plain) => {
      if (value === undefined) throw new TypeError('NOT NULL constraint failed: pets.name');
      return plain();
    }),
  ],
  'name-with-quote-is-500': [
    'A name with a single quote fails with 500.',
    naming((value, plain) => {
      if (plain().includes("'")) throw new TypeError('syntax error near "\'"');
      return value;
    }),
  ],
  'name-with-emoji-is-500': [
    'A name with a character beyond U+FFFF fails with 500.',
    naming((value, plain) => {
      if (/[\u{10000}-\u{10ffff}]/u.test(plain())) throw new TypeError('Incorrect string value');
      return value;
    }),
  ],
});
