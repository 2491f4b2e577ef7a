import { badRequest, Refusal } from '../call.js';
import { digitsOf, type Fields, int64Of } from '../pet.js';
import { Service } from '../service.js';
import { type LegalVariant, permitting, refusingCalls } from '../variant.js';

const known = ['name', 'categoryId', 'status'];

export const refusingNames = (isRefused: (name: string) => boolean) =>
  class extends Service {
    protected override nameOf(value: unknown) {
      const name = super.nameOf(value);
      if (isRefused(name)) throw badRequest('name is not acceptable.');
      return name;
    }
  };

/** Knows its categories; `categoryId` is one that it accepts. */
const knowing = (categories: readonly bigint[]) =>
  class extends Service {
    override readonly categoryId: bigint | undefined = categories[0];

    protected override categoryOf(value: unknown) {
      const categoryId = super.categoryOf(value);
      if (!categories.includes(categoryId)) throw badRequest('There is no such category.');
      return categoryId;
    }
  };

/** What a body may be refused for, or accepted with, beyond what the document says. */
export const legalInput: readonly LegalVariant[] = [
  ...permitting('2', {
    'known-categories-only': [
      'Only the categories 1 to 5 are accepted.',
      knowing([1n, 2n, 3n, 4n, 5n]),
    ],
    'one-large-category-only': [
      'Only one category is accepted, and it is beyond 2^53.',
      knowing([9_007_199_254_740_993n]),
    ],
    'first-categories-retired': [
      'Pets of the categories 1 to 3 are listed, but new ones are refused with 400.',
      class extends knowing([4n, 5n]) {
        override readonly categoryId = undefined;
      },
    ],
  }),
  ...permitting('4.2', {
    'unknown-fields-refused': [
      'A body with a field that the document does not name is refused with 400.',
      class extends Service {
        protected override newPetOf(fields: Fields) {
          const unknown = Object.keys(fields).find((field) => !known.includes(field));
          if (unknown !== undefined) throw badRequest(`${unknown} is unknown.`);
          return super.newPetOf(fields);
        }
      },
    ],
  }),
  ...permitting('2', {
    'unknown-fields-echoed': [
      'Fields that the document does not name are kept and shown, except id.',
      class extends Service {
        protected override newPetOf({ id: _, ...fields }: Fields) {
          return { ...fields, ...super.newPetOf(fields) };
        }

        protected override shown(...given: Parameters<Service['shown']>) {
          return { ...given[0], ...super.shown(...given) };
        }
      },
    ],
  }),
  ...permitting('4.2', {
    'empty-names-refused': [
      'An empty name is refused with 400.',
      refusingNames((name) => name === ''),
    ],
    'blank-names-refused': [
      'A name of spaces only is refused with 400.',
      refusingNames((name) => name.trim() === ''),
    ],
  }),
  ...permitting('8', {
    'long-names-refused': [
      'A name of more than 100 characters is refused with 400.',
      refusingNames((name) => name.length > 100),
    ],
  }),
  ...permitting('4.2', {
    'control-characters-refused': [
      'A name with a control character or half a surrogate pair is refused with 400.',
      refusingNames((name) => /[\p{Cc}\p{Cs}]/u.test(name)),
    ],
  }),
  ...permitting('8', {
    'emoji-in-names-refused': [
      'A name with a character beyond U+FFFF is refused with 400.',
      refusingNames((name) => /[\u{10000}-\u{10ffff}]/u.test(name)),
    ],
  }),
  ...permitting('2', {
    'whole-fraction-accepted': [
      'A category written as 1.0 is accepted as the integer that it is.',
      class extends Service {
        protected override categoryOf(value: unknown) {
          const whole = /^(-?\d+)\.0+$/.exec(digitsOf(value) ?? '')?.[1];
          return int64Of(whole ?? '') ?? super.categoryOf(value);
        }
      },
    ],
  }),
  ...permitting('1', {
    'other-media-types-refused': [
      'A body that is not declared as application/json is refused with 415.',
      refusingCalls(({ operation, headers }) =>
        operation === 'createPet' && !/^application\/json\b/i.test(headers['content-type'] ?? '')
          ? new Refusal(415, 'unsupported_media_type', 'Send application/json.')
          : undefined,
      ),
    ],
  }),
  ...permitting('8', {
    'large-bodies-refused': [
      'A body of more than 4 KiB is refused with 413.',
      refusingCalls(({ body }) =>
        body.length > 4096 ? new Refusal(413, 'too_large', 'The body is too large.') : undefined,
      ),
    ],
  }),
];
