import { badRequest, Refusal } from '../call.js';
import { digitsOf, type Fields, int64Of } from '../pet.js';
import { Service } from '../service.js';
import { changing, permitting, refusingCalls } from '../variant.js';

const known = ['name', 'categoryId', 'status'];

export const refusingNames = (isRefused: (name: string) => boolean) =>
  changing('nameOf', (plain, value) => {
    const name = plain(value);
    if (isRefused(name)) throw badRequest('name is not acceptable.');
    return name;
  });

/** Knows its categories; `categoryId` is one that it accepts. */
const knowing = (categories: readonly bigint[]) =>
  class extends Service {
    override readonly categoryId: bigint | undefined = categories[0];

    override categoryOf(value: unknown) {
      const categoryId = super.categoryOf(value);
      if (!categories.includes(categoryId)) throw badRequest('There is no such category.');
      return categoryId;
    }
  };

/** What a body may be refused for, or accepted with, beyond what the document says. */
export const legalInput = permitting({
  'Only the categories 1 to 5 are accepted.': knowing([1n, 2n, 3n, 4n, 5n]),
  'Only one category is accepted, and it is beyond 2^53.': knowing([9_007_199_254_740_993n]),
  'Pets of the categories 1 to 3 are listed, but new ones are refused with 400.': class extends knowing(
    [4n, 5n],
  ) {
    override readonly categoryId = undefined;
  },
  'A body with a field that the document does not name is refused with 400.': changing(
    'newPetOf',
    (plain, fields) => {
      const unknown = Object.keys(fields).find((field) => !known.includes(field));
      if (unknown !== undefined) throw badRequest(`${unknown} is unknown.`);
      return plain(fields);
    },
  ),
  'Fields that the document does not name are kept and shown, except id.': class extends Service {
    override newPetOf({ id: _, ...fields }: Fields) {
      return { ...fields, ...super.newPetOf(fields) };
    }

    override shown(...given: Parameters<Service['shown']>) {
      return { ...given[0], ...super.shown(...given) };
    }
  },
  'An empty name is refused with 400.': refusingNames((name) => name === ''),
  'A name of spaces only is refused with 400.': refusingNames((name) => name.trim() === ''),
  'A name of more than 100 characters is refused with 400.': refusingNames(
    (name) => name.length > 100,
  ),
  'A name with a control character or half a surrogate pair is refused with 400.': refusingNames(
    (name) => /[\p{Cc}\p{Cs}]/u.test(name),
  ),
  'A name with a character beyond U+FFFF is refused with 400.': refusingNames((name) =>
    /[\u{10000}-\u{10ffff}]/u.test(name),
  ),
  'A category written as 1.0 is accepted as the integer that it is.': changing(
    'categoryOf',
    (plain, value) => {
      const whole = /^(-?\d+)\.0+$/.exec(digitsOf(value) ?? '')?.[1];
      return int64Of(whole ?? '') ?? plain(value);
    },
  ),
  'A body that is not declared as application/json is refused with 415.': refusingCalls(
    ({ operation, headers }) =>
      operation === 'createPet' && !/^application\/json\b/i.test(headers['content-type'] ?? '')
        ? new Refusal(415, 'unsupported_media_type', 'Send application/json.')
        : undefined,
  ),
  'A body of more than 4 KiB is refused with 413.': refusingCalls(({ body }) =>
    body.length > 4096 ? new Refusal(413, 'too_large', 'The body is too large.') : undefined,
  ),
});
