import { badRequest, type Call, Refusal } from '../call.js';
import { type Fields, parseBody } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, refusingCalls, withBody } from '../variant.js';

const reading = (fieldsOf: (call: Call, plain: (body?: Buffer) => Fields) => Fields) =>
  class extends Service {
    protected override fieldsOf(call: Call) {
      return fieldsOf(call, (body = call.body) => super.fieldsOf({ ...call, body }));
    }
  };

/** Fails with 500 on bodies that the parser, or the code around it, does not expect. */
const failingOn = (fails: (call: Call) => boolean) =>
  reading((call, plain) => {
    if (fails(call)) throw new TypeError('unexpected');
    return plain();
  });

const isUtf8 = (body: Buffer) => Buffer.from(body.toString('utf8'), 'utf8').equals(body);

/** Reads a body that is not UTF-8 in another way. */
export const decoding = (decode: (body: Buffer) => string) =>
  reading(({ body }, plain) => plain(isUtf8(body) ? body : Buffer.from(decode(body))));

const depthOf = (body: Buffer) => Math.max(...`${body}`.split(/[^[{]+/).map((run) => run.length));

const typeOf = ({ headers }: Call) => headers['content-type'] ?? '';

/** What body parsers do with bytes that are not JSON, and with JSON that is hard to read. */
export const frameworkParsers: readonly BrokenVariant[] = [
  {
    name: 'invalid-utf8-dropped',
    breaks: '4.2',
    difference: 'Bytes that are not UTF-8 are left out, and the pet is created without them.',
    service: decoding((body) => body.toString('utf8').replaceAll('\ufffd', '')),
  },
  {
    name: 'invalid-utf8-read-as-latin1',
    breaks: '4.2',
    difference: 'A body that is not UTF-8 is taken for Latin-1.',
    service: decoding((body) => body.toString('latin1')),
  },
  {
    name: 'invalid-utf8-is-500',
    breaks: '4.2',
    difference: 'A body that is not UTF-8 fails with 500: only errors of the parser are caught.',
    service: failingOn(({ body }) => !isUtf8(body)),
  },
  {
    name: 'utf16-is-500',
    breaks: '4.2',
    difference: 'A body in UTF-16 fails with 500.',
    service: failingOn(({ body }) => body.includes(0)),
  },
  {
    name: 'byte-order-mark-is-500',
    breaks: '4.2',
    difference: 'A body that starts with a byte order mark fails with 500.',
    service: failingOn(({ body }) => body.subarray(0, 3).equals(Buffer.from('\ufeff'))),
  },
  {
    name: 'deep-nesting-is-500',
    breaks: '4.2',
    difference: 'A body with thousands of nested arrays fails with 500: the stack is too small.',
    service: failingOn(({ body }) => depthOf(body) > 1000),
  },
  {
    name: 'deep-nesting-ends-the-process',
    breaks: '4.2',
    difference: 'A body with thousands of nested arrays is never answered: the process ends.',
    service: class extends Service {
      override async answer(call: Call) {
        if (depthOf(call.body) > 1000) throw new Error('stack overflow');
        return super.answer(call);
      }
    },
  },
  {
    name: 'lone-surrogate-is-500',
    breaks: '4.2',
    difference: 'A name with half a surrogate pair fails with 500: it cannot be encoded.',
    service: class extends Service {
      protected override nameOf(value: unknown) {
        const name = super.nameOf(value);
        if (/\p{Cs}/u.test(name)) throw new TypeError('surrogates not allowed');
        return name;
      }
    },
  },
  {
    name: 'lone-surrogate-breaks-every-list',
    breaks: '4.2',
    difference: 'A name with half a surrogate pair is stored, and every list of it fails with 500.',
    service: class extends Service {
      protected override shown(...given: Parameters<Service['shown']>) {
        if (given[1].operation !== 'createPet' && /\p{Cs}/u.test(given[0].name))
          throw new TypeError('source sequence is illegal');
        return super.shown(...given);
      }
    },
  },
  {
    name: 'not-a-number-is-500',
    breaks: '4.2',
    difference: 'The parser accepts NaN, and NaN as a category fails with 500.',
    service: failingOn(({ body }) => /:\s*NaN/.test(`${body}`)),
  },
  {
    name: 'thousands-of-digits-are-500',
    breaks: '4.2',
    difference:
      'A category of more than 4,300 digits fails with 500: the language limits integers.',
    service: failingOn(({ body }) => /\d{4301}/.test(`${body}`)),
  },
  {
    name: 'blank-body-is-500',
    breaks: '4.2',
    difference: 'A body of spaces fails with 500: it is neither empty nor JSON.',
    service: failingOn(({ body }) => /^\s+$/.test(`${body}`)),
  },
  {
    name: 'body-in-a-string-accepted',
    breaks: '4.2',
    difference: 'A body that is a JSON string with the JSON of a pet is accepted.',
    service: reading(({ body }, plain) => {
      const value = parseBody(body);
      return plain(typeof value === 'string' ? Buffer.from(value) : body);
    }),
  },
  {
    name: 'array-of-pairs-accepted',
    breaks: '4.2',
    difference: 'An array of pairs, [["name", "Rex"], ...], is accepted as an object.',
    service: reading(({ body }, plain) => {
      const value = parseBody(body);
      const isPairs = Array.isArray(value) && value.length > 0 && value.every(Array.isArray);
      return isPairs ? Object.fromEntries(value) : plain();
    }),
  },
  {
    name: 'fields-of-a-prototype-accepted',
    breaks: '4.2',
    difference: 'Fields under __proto__ count as those of the body.',
    service: reading(({ body }, plain) => {
      const inherited = /^\{"__proto__":(.*)\}$/.exec(`${body}`)?.[1];
      return plain(inherited === undefined ? body : Buffer.from(inherited));
    }),
  },
];

/** Refuses calls with an HTML page, as a framework does before it calls a handler. */
const refusingInHtml = (refusalOf: (call: Call) => Refusal | undefined, page: string) =>
  class extends Service {
    protected override async serve(call: Call) {
      const refusal = refusalOf(call);
      if (refusal === undefined) return super.serve(call);
      return withBody(this.refused(refusal, call), page, 'text/html');
    }
  };

const isJson = (call: Call) => /^application\/json\b/i.test(typeOf(call));

const unsupported = () => new Refusal(415, 'unsupported_media_type', 'Send application/json.');
const tooLarge = () => new Refusal(413, 'too_large', 'The body is too large.');

/** What frameworks do with the headers of a body, and with fields outside it. */
export const frameworkMediaTypes: readonly BrokenVariant[] = [
  {
    name: 'json-with-a-charset-refused',
    breaks: '1',
    difference: 'A body declared as application/json; charset=utf-8 is refused with 415.',
    service: refusingCalls((call) =>
      isJson(call) && typeOf(call).includes(';') ? unsupported() : undefined,
    ),
  },
  {
    name: 'json-with-a-charset-not-read',
    breaks: '1',
    difference:
      'A body declared as application/json; charset=utf-8 is not read, so no field is found.',
    service: reading((call, plain) =>
      typeOf(call).includes(';') ? plain(Buffer.from('{}')) : plain(),
    ),
  },
  {
    name: 'json-in-capitals-refused',
    breaks: '1',
    difference: 'A body declared as Application/JSON is refused with 415.',
    service: refusingCalls((call) =>
      isJson(call) && /[A-Z]/.test(typeOf(call).split(';')[0] ?? '') ? unsupported() : undefined,
    ),
  },
  {
    name: 'other-media-type-is-500',
    breaks: '4.2',
    difference: 'A body that is not declared as JSON fails with 500: no parser has read it.',
    service: refusingCalls((call) =>
      call.operation === 'createPet' && !isJson(call)
        ? new Refusal(500, 'internal_error', 'Cannot destructure undefined')
        : undefined,
    ),
  },
  {
    name: 'other-media-type-refused-in-html',
    breaks: '7',
    difference: 'A body that is not declared as JSON is refused with 415 and an HTML page.',
    service: refusingInHtml(
      (call) => (call.operation === 'createPet' && !isJson(call) ? unsupported() : undefined),
      '<h1>Unsupported Media Type</h1>',
    ),
  },
  {
    name: 'large-body-refused-in-html',
    breaks: '7',
    difference: 'A body of more than 100 kB is refused with 413 and an HTML page.',
    service: refusingInHtml(
      ({ body }) => (body.length > 102_400 ? tooLarge() : undefined),
      '<pre>PayloadTooLargeError: request entity too large</pre>',
    ),
  },
  {
    name: 'large-body-is-500',
    breaks: '4.2',
    difference: 'A body of more than 100 kB fails with 500: the error of the parser is not caught.',
    service: failingOn(({ body }) => body.length > 102_400),
  },
  {
    name: 'content-encoding-is-500',
    breaks: '4.2',
    difference: 'A body that is declared as compressed, but is not, fails with 500.',
    service: failingOn(({ headers }) => headers['content-encoding'] !== undefined),
  },
  {
    name: 'missing-fields-taken-from-the-query',
    breaks: '4.2',
    difference: 'Fields that the body lacks are taken from the query.',
    service: reading(({ query, ...call }, plain) => {
      const fields = plain();
      const categoryId = query.get('categoryId');
      if (fields.categoryId !== undefined || categoryId === null) return fields;
      if (!/^\d+$/.test(categoryId)) throw badRequest('categoryId must be an int64.');
      return plain(Buffer.from(`${call.body}`.replace(/}\s*$/, `,"categoryId":${categoryId}}`)));
    }),
  },
];
