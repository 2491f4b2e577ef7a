import { digitsOf, type Fields } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

/** Takes a name in another way; `plain` takes it as it should be. */
const naming = (nameOf: (value: unknown, plain: () => string) => unknown) =>
  class extends Service {
    protected override nameOf(value: unknown) {
      return nameOf(value, () => super.nameOf(value)) as string;
    }
  };

/** `name` is required, and a string. */
export const section42Name: readonly BrokenVariant[] = [
  {
    name: 'missing-name-accepted',
    breaks: '4.2',
    difference: 'A pet without a name is created without one.',
    service: naming((value, plain) => (value === undefined ? undefined : plain())),
  },
  {
    name: 'missing-name-becomes-empty',
    breaks: '4.2',
    difference: 'A pet without a name is created with an empty one.',
    service: naming((value, plain) => (value === undefined ? '' : plain())),
  },
  {
    name: 'missing-name-taken-from-the-pet-before',
    breaks: '4.2',
    difference: 'After a creation a pet without a name is accepted and gets the last name.',
    service: class extends Service {
      #last: string | undefined;

      protected override nameOf(value: unknown) {
        this.#last = super.nameOf(value ?? this.#last);
        return this.#last;
      }
    },
  },
  {
    name: 'null-name-accepted',
    breaks: '4.2',
    difference: 'The name null is accepted and stays null.',
    service: naming((value, plain) => (value === null ? null : plain())),
  },
  {
    name: 'null-name-becomes-text',
    breaks: '4.2',
    difference: 'The name null is accepted as "null".',
    service: naming((value, plain) => (value === null ? 'null' : plain())),
  },
  {
    name: 'number-name-accepted',
    breaks: '4.2',
    difference: 'A number is accepted as a name and stays a number.',
    service: naming((value, plain) => (digitsOf(value) === undefined ? plain() : value)),
  },
  {
    name: 'number-name-becomes-text',
    breaks: '4.2',
    difference: 'A number is accepted as a name and becomes text.',
    service: naming((value, plain) => digitsOf(value) ?? plain()),
  },
  {
    name: 'boolean-name-becomes-text',
    breaks: '4.2',
    difference: 'The names true and false are accepted and become text.',
    service: naming((value, plain) => (typeof value === 'boolean' ? `${value}` : plain())),
  },
  {
    name: 'array-name-accepted',
    breaks: '4.2',
    difference: 'An array is accepted as a name; its first member is used.',
    service: naming((value, plain) => (Array.isArray(value) ? `${value[0]}` : plain())),
  },
  {
    name: 'object-name-accepted',
    breaks: '4.2',
    difference: 'An object is accepted as a name and becomes "[object Object]".',
    service: naming((value, plain) =>
      value !== null && typeof value === 'object' && !Array.isArray(value) && !digitsOf(value)
        ? '[object Object]'
        : plain(),
    ),
  },
  {
    name: 'name-in-capitals-accepted',
    breaks: '4.2',
    difference: 'A body with "Name" instead of "name" is accepted.',
    service: class extends Service {
      protected override newPetOf(fields: Fields) {
        return super.newPetOf({ ...fields, name: fields.name ?? fields.Name });
      }
    },
  },
  {
    name: 'missing-name-is-500',
    breaks: '4.2',
    difference: 'A pet without a name fails with 500: the table refuses it.',
    service: naming((value, plain) => {
      if (value === undefined) throw new TypeError('NOT NULL constraint failed: pets.name');
      return plain();
    }),
  },
  {
    name: 'name-with-quote-is-500',
    breaks: '4.2',
    difference: 'A name with a single quote fails with 500.',
    service: naming((value, plain) => {
      if (plain().includes("'")) throw new TypeError('syntax error near "\'"');
      return value;
    }),
  },
  {
    name: 'name-with-emoji-is-500',
    breaks: '4.2',
    difference: 'A name with a character beyond U+FFFF fails with 500.',
    service: naming((value, plain) => {
      if (/[\u{10000}-\u{10ffff}]/u.test(plain())) throw new TypeError('Incorrect string value');
      return value;
    }),
  },
];
