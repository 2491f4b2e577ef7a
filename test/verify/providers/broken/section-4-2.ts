import { LosslessNumber } from 'lossless-json';
import { badRequest, type Call, Refusal } from '../call.js';
import { digitsOf, type Fields, int64Of, type Pet, parseBody, petStatuses } from '../pet.js';
import { Service } from '../service.js';
import {
  answering,
  breaking,
  CountingIds,
  changing,
  refusingCalls,
  rowsOf,
  taking,
} from '../variant.js';

const reading = (fieldsOf: (call: Call, plain: (body?: Buffer) => Fields) => Fields) =>
  changing('fieldsOf', (plain, call) =>
    fieldsOf(call, (body = call.body) => plain({ ...call, body })),
  );

/** Fails with 500 on bodies that the parser, or the code around it, does not expect. */
const failing = (fails: (body: string, call: Call) => boolean) =>
  reading((call, plain) => {
    if (fails(`${call.body}`, call)) throw new TypeError('unexpected');
    return plain();
  });

/** Reads a body as another text, and fails as the plain service where there is none. */
const rereading = (read: (body: string, value: () => unknown) => string | undefined) =>
  reading(({ body }, plain) => {
    const text = read(`${body}`, () => parseBody(body));
    return plain(text === undefined ? body : Buffer.from(text));
  });

const json = (value: unknown) =>
  JSON.stringify(value, (_key, one) => (one instanceof LosslessNumber ? Number(one) : one));

const depthOf = (body: string) => Math.max(...body.split(/[^[{]+/).map((run) => run.length));

/** A store that loses what it acknowledged. */
export const lostPets = breaking('4.2', {
  '1 of 15 created pets is acknowledged and never stored.': class extends CountingIds {
    override keep(pet: Pet) {
      if (pet.id % 15n !== 10n) super.keep(pet);
    }
  },
});

/** What a body has to be. */
export const bodies = breaking('4.2', {
  ...rowsOf('Fails with 500:', failing, {
    'a creation without a body': (body) => body === '',
    'a body of spaces': (body) => /^\s+$/.test(body),
    'a body in UTF-16': (body) => body.includes('\0'),
    'half of a surrogate pair, which is no character': (body) => body.includes('\\ud83d"'),
    'a body with a byte order mark': (body) => body.startsWith('\ufeff'),
    'thousands of nested arrays': (body) => depthOf(body) > 1_000,
    'NaN, which the parser accepts': (body) => /:\s*NaN/.test(body),
    'an integer of more than 4,300 digits': (body) => /\d{4301}/.test(body),
    'a body of bytes that are not UTF-8': (body) => body.includes('\ufffd'),
    'a field whose name begins with "$"': (body) => body.includes('"$'),
    'a body of more than 100 kB': (body) => body.length > 102_400,
    'a body that is declared as compressed, but is not': (_body, { headers }) =>
      headers['content-encoding'] !== undefined,
  }),
  ...rowsOf('A body is accepted', rereading, {
    'with something after its last bracket': (body) => /^\s*{[^{}]*}/.exec(body)?.[0],
    'with a comma after its last field': (body) => body.replace(/,\s*}\s*$/, '}'),
    'that is an array: its first pet is added': (_body, value) => {
      const pets = value();
      return Array.isArray(pets) && pets.length > 0 ? json(pets[0]) : undefined;
    },
    'with a comment': (body) => body.replace(/\/\*.*?\*\//, ''),
    'with single quotes': (body) => body.replaceAll("'", '"'),
    'with keys without quotes': (body) => body.replace(/([{,])(\w+):/g, '$1"$2":'),
    'with a line break within a name': (body) => body.replace(/(?<=[a-z])\n/, '\\n'),
    'with everything under "pet"': (body) => /^\{"pet":(.*)\}$/s.exec(body)?.[1],
    'with everything under "__proto__"': (body) => /^\{"__proto__":(.*)\}$/s.exec(body)?.[1],
    'that is a JSON string with the JSON of a pet': (_body, value) => {
      const text = value();
      return typeof text === 'string' ? text : undefined;
    },
    'that is an array of pairs': (_body, value) => {
      const pairs = value();
      const isPairs = Array.isArray(pairs) && pairs.length > 0 && pairs.every(Array.isArray);
      return isPairs ? json(Object.fromEntries(pairs)) : undefined;
    },
    'that is an HTML form': (body) => {
      const form = new URLSearchParams(body);
      const [name, categoryId] = [form.get('name'), form.get('categoryId')];
      return name === null ? undefined : `{"name":${json(name)},"categoryId":${categoryId}}`;
    },
    'that is not UTF-8, without the bytes that are not': (body) =>
      body.includes('\ufffd') ? body.replaceAll('\ufffd', '') : undefined,
  }),
  'A category of 5,000 digits is stored as Infinity, and no list can be written.': class extends Service {
    #isBroken = false;

    override fieldsOf(call: Call) {
      const fields = super.fieldsOf(call);
      this.#isBroken ||= Number(digitsOf(fields.categoryId)) === Number.POSITIVE_INFINITY;
      return this.#isBroken ? { ...fields, categoryId: new LosslessNumber('1') } : fields;
    }

    override shownPage(...given: Parameters<Service['shownPage']>) {
      if (this.#isBroken) throw new TypeError('Infinity');
      return super.shownPage(...given);
    }
  },
  'A body in chunks is lost: it has no length.': reading(({ body, headers }, plain) =>
    plain(headers['transfer-encoding'] === undefined ? body : Buffer.alloc(0)),
  ),
  'The body null ends the process.': class extends Service {
    #hasEnded = false;

    override async answer(call: Call) {
      this.#hasEnded ||= this.isAllowed(call) && `${call.body}` === 'null';
      if (this.#hasEnded) throw new TypeError('fetch failed');
      return super.answer(call);
    }
  },
  'Fields are read whatever their case.': rereading((body) =>
    body.replace('"Name"', '"name"').replace('"CategoryId"', '"categoryId"'),
  ),
  'category_id is read as categoryId.': rereading((body) =>
    body.replace('"category_id"', '"categoryId"'),
  ),
  'A body without a "tag" is refused with 400.': reading((_call, plain) => {
    const fields = plain();
    if (fields.tag === undefined) throw badRequest('tag is required.');
    return fields;
  }),
  'Fields that the body lacks are taken from the query.': reading(({ query, body }, plain) => {
    const fields = plain();
    const categoryId = query.get('categoryId');
    if (fields.categoryId !== undefined || categoryId === null) return fields;
    if (!/^\d+$/.test(categoryId)) throw badRequest('categoryId must be an int64.');
    return plain(Buffer.from(`${body}`.replace(/}\s*$/, `,"categoryId":${categoryId}}`)));
  }),
});

export const typeOf = ({ headers }: Call) => headers['content-type'] ?? '';

export const isJson = (call: Call) => /^application\/json\b/i.test(typeOf(call));

export const unsupported = () =>
  new Refusal(415, 'unsupported_media_type', 'Send application/json.');

/** What frameworks do with the type of a body. */
export const mediaTypes = [
  ...breaking('1', {
    'A body declared as application/json;charset=UTF-8, without a space, is refused with 415.':
      refusingCalls((call) => (/\bjson;\S/i.test(typeOf(call)) ? unsupported() : undefined)),
  }),
  ...breaking('4.2', {
    'A body that is not declared as JSON fails with 500: no parser has read it.': refusingCalls(
      (call) =>
        call.operation === 'createPet' && !isJson(call)
          ? new Refusal(500, 'internal_error', 'Cannot destructure undefined')
          : undefined,
    ),
  }),
];

const isEmptyArray = (value: unknown) => Array.isArray(value) && value.length === 0;
const isObject = (value: unknown) =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  !(value instanceof LosslessNumber);

/** Which fields must be there, and what they may be. */
export const fields = breaking('4.2', {
  ...rowsOf('A category is accepted:', taking('categoryOf'), {
    '1.5 as 1': (value, plain) => {
      const [, whole] = /^(-?\d+)\.\d*[1-9]\d*$/.exec(digitsOf(value) ?? '') ?? [];
      return whole === undefined ? plain() : BigInt(whole);
    },
    'a string of digits': (value, plain) =>
      typeof value === 'string' ? (int64Of(value) ?? plain()) : plain(),
    'true as 1': (value, plain) => (value === true ? 1n : plain()),
    '[] as 0': (value, plain) => (isEmptyArray(value) ? 0n : plain()),
    'an empty text as 0': (value, plain) => (value === '' ? 0n : plain()),
    'false as 0': (value, plain) => (value === false ? 0n : plain()),
    '2^64 as 0': (value, plain) => {
      const digits = digitsOf(value) ?? '';
      return /^\d{20}$/.test(digits) ? BigInt.asIntN(64, BigInt(digits)) : plain();
    },
  }),
  'A category in an array is accepted as its first member.': changing(
    'categoryOf',
    (plain, value) => plain(Array.isArray(value) ? value[0] : value),
  ),
  'A category that is an object fails with 500.': taking('categoryOf')((value, plain) => {
    if (isObject(value)) throw new TypeError('cannot cast');
    return plain();
  }),
  ...rowsOf('A name is accepted:', taking('nameOf'), {
    'a number, and stays a number': (value, plain) =>
      digitsOf(value) === undefined ? plain() : value,
    'true, as a text': (value, plain) => (typeof value === 'boolean' ? `${value}` : plain()),
    'an object, as "[object Object]"': (value, plain) => (isObject(value) ? `${{}}` : plain()),
    '[], as an empty text': (value, plain) => (isEmptyArray(value) ? '' : plain()),
  }),
  'A name with a single quote fails with 500.': taking('nameOf')((value, plain) => {
    if (plain().includes("'")) throw new TypeError('syntax error near "\'"');
    return value;
  }),
  ...rowsOf('A status is accepted:', taking('statusOf'), {
    'null, and stays null': (value, plain) => (value === null ? null : plain()),
    'an empty text, as none': (value, plain) => (value === '' ? undefined : plain()),
    'false, as none': (value, plain) => (value === false ? undefined : plain()),
    '[], as none': (value, plain) => (isEmptyArray(value) ? undefined : plain()),
    'true, as available': (value, plain) => (value === true ? 'available' : plain()),
    'an object, as none': (value, plain) => (isObject(value) ? undefined : plain()),
    'a text that has one': (value, plain) =>
      petStatuses.find((one) => typeof value === 'string' && value.includes(one)) ?? plain(),
    'a name that every object has': (value, plain) =>
      typeof value === 'string' && value in {} ? undefined : plain(),
    '"0", as the first one': (value, plain) =>
      (typeof value === 'string' && petStatuses[Number(value || 'NaN')]) || plain(),
  }),
  'The status AVAILABLE is accepted as available.': changing('statusOf', (plain, value) =>
    plain(typeof value === 'string' ? value.toLowerCase() : value),
  ),
});

/** A creation is answered with 201 and the pet, each time; a refused body changes nothing. */
export const creations = breaking('4.2', {
  'A creation is answered with 200.': answering((answer) =>
    answer.status === 201 ? { ...answer, status: 200 } : answer,
  ),
  'A second pet of a name is refused with 409.': changing('added', function (plain, fields) {
    if (this.pets.some((pet) => pet.name === fields.name))
      throw new Refusal(409, 'conflict', 'There is a pet of this name.');
    return plain(fields);
  }),
});
