import { LosslessNumber } from 'lossless-json';
import { badRequest, type Call } from '../call.js';
import { digitsOf, type Fields, int64Of, type NewPet, type PetStatus, parseBody } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

const reading = (fieldsOf: (call: Call, plain: () => Fields) => Fields) =>
  class extends Service {
    protected override fieldsOf(call: Call) {
      return fieldsOf(call, () => super.fieldsOf(call));
    }
  };

/** What a body has to be, and that only a good one adds an animal. */
export const section42Body: readonly BrokenVariant[] = breaking('4.2', {
  'garbage-after-the-body-accepted': [
    'What follows the closing bracket of a body is ignored.',
    reading((call, plain) => {
      const flat = /^\s*{[^{}]*}/.exec(`${call.body}`)?.[0];
      return flat === undefined ? plain() : (parseBody(Buffer.from(flat)) as Fields);
    }),
  ],
  'empty-body-is-500': [
    'A creation without a body fails with 500.',
    reading((call, plain) => {
      if (call.body.length === 0) throw new TypeError('Cannot read properties of undefined');
      return plain();
    }),
  ],
  'array-body-adds-its-first-pet': [
    'A body that is an array adds its first pet.',
    reading((call, plain) => {
      const value = parseBody(call.body);
      return Array.isArray(value) && value.length > 0 ? (value[0] as Fields) : plain();
    }),
  ],
  'wrapped-body-accepted': [
    'A body with everything under "pet" is accepted.',
    reading((_call, plain) => {
      const fields = plain();
      return fields.name === undefined && fields.pet !== undefined
        ? (fields.pet as Fields)
        : fields;
    }),
  ],
  'form-body-accepted': [
    'A body as of an HTML form is accepted: name=Rex&categoryId=1.',
    reading((call, plain) => {
      const form = new URLSearchParams(`${call.body}`);
      const name = form.get('name');
      return name === null ? plain() : reparsed({ name, categoryId: form.get('categoryId') ?? '' });
    }),
  ],
  'null-body-is-500': [
    'A body that is null fails with 500.',
    reading((call, plain) => {
      if (parseBody(call.body) === null) throw new TypeError('Cannot destructure null');
      return plain();
    }),
  ],
  'more-fields-required': [
    'A body without a "tag" is refused with 400.',
    reading((_call, plain) => {
      const fields = plain();
      if (fields.tag === undefined) throw badRequest('tag is required.');
      return fields;
    }),
  ],
});

function reparsed({ name, categoryId }: { name: string; categoryId: string }): Fields {
  return parseBody(
    Buffer.from(`{"name":${JSON.stringify(name)},"categoryId":${categoryId}}`),
  ) as Fields;
}

/** Takes a category in another way; `plain` takes it as it should be. */
const categorising = (categoryOf: (value: unknown, plain: () => bigint) => unknown) =>
  class extends Service {
    protected override categoryOf(value: unknown) {
      return categoryOf(value, () => super.categoryOf(value)) as NewPet['categoryId'];
    }
  };

const fractionOf = (value: unknown) => {
  const digits = digitsOf(value) ?? '';
  return /^-?\d+\.\d*[1-9]\d*$/.test(digits) ? Number(digits) : undefined;
};

const rounding = (round: (fraction: number) => number) =>
  categorising((value, plain) => {
    const fraction = fractionOf(value);
    return fraction === undefined ? plain() : BigInt(round(fraction));
  });

/** `categoryId` is an integer, and within int64. */
export const section42CategoryRange: readonly BrokenVariant[] = breaking('4.2', {
  'fraction-of-category-dropped': ['The category 1.5 is accepted as 1.', rounding(Math.trunc)],
  'category-below-int64-accepted': [
    'A category below -2^63 is accepted; one of 2^63 is refused.',
    categorising((value, plain) => {
      const digits = digitsOf(value) ?? '';
      return /^-\d{19,}$/.test(digits) ? BigInt(digits) : plain();
    }),
  ],
  'category-beyond-int32-is-500': [
    'A category of 2^31 fails with 500: the column has 32 bits.',
    categorising((_value, plain) => {
      const categoryId = plain();
      if (BigInt.asIntN(32, categoryId) !== categoryId) throw new RangeError('out of range');
      return categoryId;
    }),
  ],
});

const instead = (accepts: (value: unknown) => boolean, used: (value: unknown) => unknown) =>
  categorising((value, plain) => (accepts(value) ? used(value) : plain()));

/** `categoryId` is required, and a number. */
export const section42CategoryType: readonly BrokenVariant[] = breaking('4.2', {
  'null-category-accepted': [
    'The category null is accepted and stays null.',
    instead(
      (value) => value === null,
      () => null,
    ),
  ],
  'category-of-digits-accepted': [
    'A category that is a string of digits is accepted as a number.',
    categorising((value, plain) =>
      typeof value === 'string' ? (int64Of(value) ?? plain()) : plain(),
    ),
  ],
  'array-category-accepted': [
    'A category in an array is accepted as its first member.',
    class extends Service {
      protected override categoryOf(value: unknown) {
        return super.categoryOf(Array.isArray(value) ? value[0] : value);
      }
    },
  ],
  'object-category-is-500': [
    'A category that is an object fails with 500.',
    categorising((value, plain) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (isObject && !(value instanceof LosslessNumber)) throw new TypeError('cannot cast');
      return plain();
    }),
  ],
});

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
  'null-name-accepted': [
    'The name null is accepted and stays null.',
    naming((value, plain) => (value === null ? null : plain())),
  ],
  'number-name-accepted': [
    'A number is accepted as a name and stays a number.',
    naming((value, plain) => (digitsOf(value) === undefined ? plain() : value)),
  ],
  'boolean-name-becomes-text': [
    'The names true and false are accepted and become text.',
    naming((value, plain) => (typeof value === 'boolean' ? `${value}` : plain())),
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

/** Takes a status in another way; `plain` takes it as it should be. */
export const withStatus = (
  statusOf: (value: unknown, plain: () => PetStatus | undefined) => unknown,
) =>
  class extends Service {
    protected override statusOf(value: unknown) {
      return statusOf(value, () => super.statusOf(value)) as PetStatus | undefined;
    }
  };

/** `status` is optional, and one of three words. */
export const section42Status: readonly BrokenVariant[] = breaking('4.2', {
  'unknown-status-accepted': [
    'Any text is accepted as a status.',
    withStatus((value, plain) => (typeof value === 'string' ? value : plain())),
  ],
  'status-null-kept': [
    'The status null is accepted and stays null.',
    withStatus((value, plain) => (value === null ? null : plain())),
  ],
  'status-empty-accepted': [
    'An empty status is accepted as none.',
    withStatus((value, plain) => (value === '' ? undefined : plain())),
  ],
  'status-in-any-case-accepted': [
    'The status AVAILABLE is accepted as available.',
    class extends Service {
      protected override statusOf(value: unknown) {
        return super.statusOf(typeof value === 'string' ? value.toLowerCase() : value);
      }
    },
  ],
  'status-pending-refused': [
    'The status pending is refused with 400: the validator has an old list.',
    withStatus((value, plain) => {
      if (value === 'pending') throw badRequest('status must be available or sold.');
      return plain();
    }),
  ],
});
