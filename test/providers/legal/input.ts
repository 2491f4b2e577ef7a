import { badRequest, Refusal } from '../call.js';
import { digitsOf, type Fields, int64Of } from '../pet.js';
import { Service } from '../service.js';
import { type LegalVariant, refusingCalls } from '../variant.js';

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
  {
    name: 'known-categories-only',
    permittedBy: '2',
    difference: 'Only the categories 1 to 5 are accepted.',
    service: knowing([1n, 2n, 3n, 4n, 5n]),
  },
  {
    name: 'one-large-category-only',
    permittedBy: '2',
    difference: 'Only one category is accepted, and it is beyond 2^53.',
    service: knowing([9_007_199_254_740_993n]),
  },
  {
    name: 'first-categories-retired',
    permittedBy: '2',
    difference: 'Pets of the categories 1 to 3 are listed, but new ones are refused with 400.',
    service: class extends knowing([4n, 5n]) {
      override readonly categoryId = undefined;
    },
  },
  {
    name: 'unknown-fields-refused',
    permittedBy: '4.2',
    difference: 'A body with a field that the document does not name is refused with 400.',
    service: class extends Service {
      protected override newPetOf(fields: Fields) {
        const unknown = Object.keys(fields).find((field) => !known.includes(field));
        if (unknown !== undefined) throw badRequest(`${unknown} is unknown.`);
        return super.newPetOf(fields);
      }
    },
  },
  {
    name: 'unknown-fields-echoed',
    permittedBy: '2',
    difference: 'Fields that the document does not name are kept and shown, except id.',
    service: class extends Service {
      protected override newPetOf({ id: _, ...fields }: Fields) {
        return { ...fields, ...super.newPetOf(fields) };
      }

      protected override shown(...given: Parameters<Service['shown']>) {
        return { ...given[0], ...super.shown(...given) };
      }
    },
  },
  {
    name: 'empty-names-refused',
    permittedBy: '4.2',
    difference: 'An empty name is refused with 400.',
    service: refusingNames((name) => name === ''),
  },
  {
    name: 'blank-names-refused',
    permittedBy: '4.2',
    difference: 'A name of spaces only is refused with 400.',
    service: refusingNames((name) => name.trim() === ''),
  },
  {
    name: 'long-names-refused',
    permittedBy: '8',
    difference: 'A name of more than 100 characters is refused with 400.',
    service: refusingNames((name) => name.length > 100),
  },
  {
    name: 'control-characters-refused',
    permittedBy: '4.2',
    difference: 'A name with a control character or half a surrogate pair is refused with 400.',
    service: refusingNames((name) => /[\p{Cc}\p{Cs}]/u.test(name)),
  },
  {
    name: 'emoji-in-names-refused',
    permittedBy: '8',
    difference: 'A name with a character beyond U+FFFF is refused with 400.',
    service: refusingNames((name) => /[\u{10000}-\u{10ffff}]/u.test(name)),
  },
  {
    name: 'whole-fraction-accepted',
    permittedBy: '2',
    difference: 'A category written as 1.0 is accepted as the integer that it is.',
    service: class extends Service {
      protected override categoryOf(value: unknown) {
        const whole = /^(-?\d+)\.0+$/.exec(digitsOf(value) ?? '')?.[1];
        return int64Of(whole ?? '') ?? super.categoryOf(value);
      }
    },
  },
  {
    name: 'other-media-types-refused',
    permittedBy: '1',
    difference: 'A body that is not declared as application/json is refused with 415.',
    service: refusingCalls(({ operation, headers }) =>
      operation === 'createPet' && !/^application\/json\b/i.test(headers['content-type'] ?? '')
        ? new Refusal(415, 'unsupported_media_type', 'Send application/json.')
        : undefined,
    ),
  },
  {
    name: 'large-bodies-refused',
    permittedBy: '8',
    difference: 'A body of more than 4 KiB is refused with 413.',
    service: refusingCalls(({ body }) =>
      body.length > 4096 ? new Refusal(413, 'too_large', 'The body is too large.') : undefined,
    ),
  },
];
