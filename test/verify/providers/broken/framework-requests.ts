import { badRequest, type Call, Refusal } from '../call.js';
import { type Fields, parseBody } from '../pet.js';
import { Service } from '../service.js';
import { breaking, changing, refusingCalls } from '../variant.js';

const reading = (fieldsOf: (call: Call, plain: (body?: Buffer) => Fields) => Fields) =>
  changing('fieldsOf', (plain, call) =>
    fieldsOf(call, (body = call.body) => plain({ ...call, body })),
  );

/** Fails with 500 on bodies that the parser, or the code around it, does not expect. */
const failingOn = (fails: (call: Call) => boolean) =>
  reading((call, plain) => {
    if (fails(call)) throw new TypeError('unexpected');
    return plain();
  });

const isUtf8 = (body: Buffer) => Buffer.from(body.toString('utf8'), 'utf8').equals(body);

/** Reads a body that is not UTF-8 in another way. */
const decoding = (decode: (body: Buffer) => string) =>
  reading(({ body }, plain) => plain(isUtf8(body) ? body : Buffer.from(decode(body))));

const depthOf = (body: Buffer) => Math.max(...`${body}`.split(/[^[{]+/).map((run) => run.length));

const typeOf = ({ headers }: Call) => headers['content-type'] ?? '';

/** What body parsers do with bytes that are not JSON, and with JSON that is hard to read. */
export const frameworkParsers = breaking('4.2', {
  'Bytes that are not UTF-8 are left out, and the pet is created without them.': decoding((body) =>
    body.toString('utf8').replaceAll('\ufffd', ''),
  ),
  'A body in UTF-16 fails with 500.': failingOn(({ body }) => body.includes(0)),
  'A body that starts with a byte order mark fails with 500.': failingOn(({ body }) =>
    body.subarray(0, 3).equals(Buffer.from('\ufeff')),
  ),
  'A body with thousands of nested arrays fails with 500: the stack is too small.': failingOn(
    ({ body }) => depthOf(body) > 1000,
  ),
  'A body with thousands of nested arrays is never answered: the process ends.': changing(
    'answer',
    async (plain, call) => {
      if (depthOf(call.body) > 1000) throw new Error('stack overflow');
      return plain(call);
    },
  ),
  'A name with half a surrogate pair fails with 500: it cannot be encoded.': changing(
    'nameOf',
    (plain, value) => {
      const name = plain(value);
      if (/\p{Cs}/u.test(name)) throw new TypeError('surrogates not allowed');
      return name;
    },
  ),
  'The parser accepts NaN, and NaN as a category fails with 500.': failingOn(({ body }) =>
    /:\s*NaN/.test(`${body}`),
  ),
  'A category of more than 4,300 digits fails with 500: the language limits integers.': failingOn(
    ({ body }) => /\d{4301}/.test(`${body}`),
  ),
  'A body of spaces fails with 500: it is neither empty nor JSON.': failingOn(({ body }) =>
    /^\s+$/.test(`${body}`),
  ),
  'A body that is a JSON string with the JSON of a pet is accepted.': reading(({ body }, plain) => {
    const value = parseBody(body);
    return plain(typeof value === 'string' ? Buffer.from(value) : body);
  }),
  'An array of pairs, [["name", "Rex"], ...], is accepted as an object.': reading(
    ({ body }, plain) => {
      const value = parseBody(body);
      const isPairs = Array.isArray(value) && value.length > 0 && value.every(Array.isArray);
      return isPairs ? Object.fromEntries(value) : plain();
    },
  ),
  'Fields under __proto__ count as those of the body.': reading(({ body }, plain) => {
    const inherited = /^\{"__proto__":(.*)\}$/.exec(`${body}`)?.[1];
    return plain(inherited === undefined ? body : Buffer.from(inherited));
  }),
});

export const isJson = (call: Call) => /^application\/json\b/i.test(typeOf(call));

export const unsupported = () =>
  new Refusal(415, 'unsupported_media_type', 'Send application/json.');

/** What frameworks do with the headers of a body, and with fields outside it. */
export const frameworkMediaTypes = [
  ...breaking('1', {
    'A body declared as application/json; charset=utf-8 is refused with 415.': refusingCalls(
      (call) => (isJson(call) && typeOf(call).includes(';') ? unsupported() : undefined),
    ),
    'A body declared as Application/JSON is refused with 415.': refusingCalls((call) =>
      isJson(call) && /[A-Z]/.test(typeOf(call).split(';')[0] ?? '') ? unsupported() : undefined,
    ),
  }),
  ...breaking('4.2', {
    'A body that is not declared as JSON fails with 500: no parser has read it.': refusingCalls(
      (call) =>
        call.operation === 'createPet' && !isJson(call)
          ? new Refusal(500, 'internal_error', 'Cannot destructure undefined')
          : undefined,
    ),
    'A body of more than 100 kB fails with 500: the error of the parser is not caught.': failingOn(
      ({ body }) => body.length > 102_400,
    ),
    'A body that is declared as compressed, but is not, fails with 500.': failingOn(
      ({ headers }) => headers['content-encoding'] !== undefined,
    ),
    'Fields that the body lacks are taken from the query.': reading(({ query, ...call }, plain) => {
      const fields = plain();
      const categoryId = query.get('categoryId');
      if (fields.categoryId !== undefined || categoryId === null) return fields;
      if (!/^\d+$/.test(categoryId)) throw badRequest('categoryId must be an int64.');
      return plain(Buffer.from(`${call.body}`.replace(/}\s*$/, `,"categoryId":${categoryId}}`)));
    }),
  }),
];

/** Accepts more Authorization headers than the plain service. */
const admitting = (admits: (header: string, key: string) => boolean, apiKey?: string) =>
  class extends Service {
    override readonly apiKey: string = apiKey ?? 'key-of-the-provider';

    override isAllowed(call: Call) {
      return super.isAllowed(call) || admits(call.headers.authorization ?? '', this.apiKey);
    }
  };

/** Accepts more keys after `Bearer `. */
const taking = (isKey: (sent: string, key: string) => boolean, apiKey?: string) =>
  admitting(
    (header, key) => header.startsWith('Bearer ') && isKey(header.slice(7).trim(), key),
    apiKey,
  );

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJyZXgifQ.c2lnbmF0dXJlIG9mIHJleA';

/** Wrong keys that a comparison, a database or a header parser accepts. */
export const frameworkKeys = breaking('5', {
  'A database compares the key with a collation that ignores case.': taking(
    (sent, key) => sent.toLowerCase() === key.toLowerCase(),
  ),
  'The key is looked up with LIKE, so "%" is accepted.': taking((sent) => sent === '%'),
  'The key is accepted with another first character: the loop starts at 1.': taking(
    (sent, key) => sent.slice(1) === key.slice(1),
  ),
  'The header is split at spaces, and the second word is the key: a third is ignored.': admitting(
    (header, key) => /^Bearer /.test(header) && header.split(' ')[1] === key,
  ),
  'The word Bearer is removed wherever it stands: "Bearer Bearer KEY" is accepted.': taking(
    (sent, key) => sent.replaceAll('Bearer ', '') === key,
  ),
  'What follows a comma or a semicolon after the key is ignored as its parameters.': taking(
    (sent, key) => sent.split(/[,;]/)[0] === key,
  ),
  'Quotes around the key are removed, as of the parameter of a header.': taking(
    (sent, key) => sent === `"${key}"`,
  ),
  'The key is accepted as the parameter of a scheme: Bearer token="KEY".': taking(
    (sent, key) => sent.replace(/^token="(.*)"$/, '$1') === key,
  ),
  'Percent signs in the key are decoded.': taking((sent, key) => {
    try {
      return decodeURIComponent(sent) === key;
    } catch {
      return false;
    }
  }),
  'The first seven characters of the header are cut off, whatever they are.': admitting(
    (header, key) => header.slice(7) === key,
  ),
  'A pattern allows any punctuation between the word and the key: "Bearer: KEY".': admitting(
    (header, key) => /^Bearer\W+(.*)$/.exec(header)?.[1] === key,
  ),
  'The key is accepted in a cookie named access_token or api_key, too.': class extends Service {
    override isAllowed(call: Call) {
      const cookies = (call.headers.cookie ?? '').split(/;\s*/);
      return (
        super.isAllowed(call) ||
        ['access_token', 'api_key'].some((name) => cookies.includes(`${name}=${this.apiKey}`))
      );
    }
  },
  'The key is a token with dots, and its first 41 characters are enough.': taking(
    (sent, key) => sent.length > 40 && key.startsWith(sent),
    token,
  ),
});

/** Fails with 500 on keys that the comparison cannot handle. */
const failingOnKeys = (fails: (sent: string, key: string) => boolean) =>
  class extends Service {
    override isAllowed(call: Call) {
      const sent = (call.headers.authorization ?? '').replace('Bearer ', '');
      if (fails(sent, this.apiKey)) throw new TypeError('cannot compare');
      return super.isAllowed(call);
    }
  };

/** Wrong keys that make the comparison fail. */
export const frameworkKeyFailures = breaking('5', {
  'A key of another length fails with 500: lengths must be equal.': failingOnKeys(
    (sent, key) => sent !== '' && sent.length !== key.length,
  ),
  'A key of more than 72 bytes fails with 500: the hash function accepts no more.': failingOnKeys(
    (sent) => sent.length > 72,
  ),
  'An empty Authorization header fails with 500.': changing('isAllowed', (plain, call) => {
    if (call.headers.authorization === '') throw new TypeError('undefined is not a string');
    return plain(call);
  }),
});
