import { LosslessNumber } from 'lossless-json';
import { badRequest, type Call } from '../call.js';
import { digitsOf, type Fields, int64Of, type NewPet, type PetStatus, parseBody } from '../pet.js';
import { breaking, changing } from '../variant.js';

const reading = (fieldsOf: (call: Call, plain: () => Fields) => Fields) =>
  changing('fieldsOf', (plain, call) => fieldsOf(call, () => plain(call)));

/** What a body has to be, and that only a good one adds an animal. */
export const section42Body = breaking('4.2', {
  'What follows the closing bracket of a body is ignored.': reading((call, plain) => {
    const flat = /^\s*{[^{}]*}/.exec(`${call.body}`)?.[0];
    return flat === undefined ? plain() : (parseBody(Buffer.from(flat)) as Fields);
  }),
  'A creation without a body fails with 500.': reading((call, plain) => {
    if (call.body.length === 0) throw new TypeError('Cannot read properties of undefined');
    return plain();
  }),
  'A body that is an array adds its first pet.': reading((call, plain) => {
    const value = parseBody(call.body);
    return Array.isArray(value) && value.length > 0 ? (value[0] as Fields) : plain();
  }),
  'A body with everything under "pet" is accepted.': reading((_call, plain) => {
    const fields = plain();
    return fields.name === undefined && fields.pet !== undefined ? (fields.pet as Fields) : fields;
  }),
  'A body as of an HTML form is accepted: name=Rex&categoryId=1.': reading((call, plain) => {
    const form = new URLSearchParams(`${call.body}`);
    const name = form.get('name');
    return name === null ? plain() : reparsed({ name, categoryId: form.get('categoryId') ?? '' });
  }),
  'A body that is null fails with 500.': reading((call, plain) => {
    if (parseBody(call.body) === null) throw new TypeError('Cannot destructure null');
    return plain();
  }),
  'A body without a "tag" is refused with 400.': reading((_call, plain) => {
    const fields = plain();
    if (fields.tag === undefined) throw badRequest('tag is required.');
    return fields;
  }),
});

function reparsed({ name, categoryId }: { name: string; categoryId: string }): Fields {
  return parseBody(
    Buffer.from(`{"name":${JSON.stringify(name)},"categoryId":${categoryId}}`),
  ) as Fields;
}

/** Takes a category in another way; `plain` takes it as it should be. */
const categorising = (categoryOf: (value: unknown, plain: () => bigint) => unknown) =>
  changing(
    'categoryOf',
    (plain, value) => categoryOf(value, () => plain(value)) as NewPet['categoryId'],
  );

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
export const section42CategoryRange = breaking('4.2', {
  'The category 1.5 is accepted as 1.': rounding(Math.trunc),
  'A category below -2^63 is accepted; one of 2^63 is refused.': categorising((value, plain) => {
    const digits = digitsOf(value) ?? '';
    return /^-\d{19,}$/.test(digits) ? BigInt(digits) : plain();
  }),
  'A category of 2^31 fails with 500: the column has 32 bits.': categorising((_value, plain) => {
    const categoryId = plain();
    if (BigInt.asIntN(32, categoryId) !== categoryId) throw new RangeError('out of range');
    return categoryId;
  }),
});

const instead = (accepts: (value: unknown) => boolean, used: (value: unknown) => unknown) =>
  categorising((value, plain) => (accepts(value) ? used(value) : plain()));

/** `categoryId` is required, and a number. */
export const section42CategoryType = breaking('4.2', {
  'The category null is accepted and stays null.': instead(
    (value) => value === null,
    () => null,
  ),
  'A category that is a string of digits is accepted as a number.': categorising((value, plain) =>
    typeof value === 'string' ? (int64Of(value) ?? plain()) : plain(),
  ),
  'A category in an array is accepted as its first member.': changing(
    'categoryOf',
    (plain, value) => plain(Array.isArray(value) ? value[0] : value),
  ),
  'A category that is an object fails with 500.': categorising((value, plain) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isObject && !(value instanceof LosslessNumber)) throw new TypeError('cannot cast');
    return plain();
  }),
});

/** Takes a name in another way; `plain` takes it as it should be. */
const naming = (nameOf: (value: unknown, plain: () => string) => unknown) =>
  changing('nameOf', (plain, value) => nameOf(value, () => plain(value)) as string);

/** `name` is required, and a string. */
export const section42Name = breaking('4.2', {
  'A pet without a name is created without one.': naming((value, plain) =>
    value === undefined ? undefined : plain(),
  ),
  'The name null is accepted and stays null.': naming((value, plain) =>
    value === null ? null : plain(),
  ),
  'A number is accepted as a name and stays a number.': naming((value, plain) =>
    digitsOf(value) === undefined ? plain() : value,
  ),
  'The names true and false are accepted and become text.': naming((value, plain) =>
    typeof value === 'boolean' ? `${value}` : plain(),
  ),
  'An object is accepted as a name and becomes "[object Object]".': naming((value, plain) =>
    value !== null && typeof value === 'object' && !Array.isArray(value) && !digitsOf(value)
      ? '[object Object]'
      : plain(),
  ),
  'A name with a single quote fails with 500.': naming((value, plain) => {
    if (plain().includes("'")) throw new TypeError('syntax error near "\'"');
    return value;
  }),
  'A name with a character beyond U+FFFF fails with 500.': naming((value, plain) => {
    if (/[\u{10000}-\u{10ffff}]/u.test(plain())) throw new TypeError('Incorrect string value');
    return value;
  }),
});

/** Takes a status in another way; `plain` takes it as it should be. */
export const withStatus = (
  statusOf: (value: unknown, plain: () => PetStatus | undefined) => unknown,
) =>
  changing(
    'statusOf',
    (plain, value) => statusOf(value, () => plain(value)) as PetStatus | undefined,
  );

/** `status` is optional, and one of three words. */
export const section42Status = breaking('4.2', {
  'Any text is accepted as a status.': withStatus((value, plain) =>
    typeof value === 'string' ? value : plain(),
  ),
  'The status null is accepted and stays null.': withStatus((value, plain) =>
    value === null ? null : plain(),
  ),
  'An empty status is accepted as none.': withStatus((value, plain) =>
    value === '' ? undefined : plain(),
  ),
  'The status AVAILABLE is accepted as available.': changing('statusOf', (plain, value) =>
    plain(typeof value === 'string' ? value.toLowerCase() : value),
  ),
  'The status pending is refused with 400: the validator has an old list.': withStatus(
    (value, plain) => {
      if (value === 'pending') throw badRequest('status must be available or sold.');
      return plain();
    },
  ),
});
