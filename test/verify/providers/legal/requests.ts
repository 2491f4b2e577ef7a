import { badRequest, type Call, Refusal } from '../call.js';
import { digitsOf, type Fields, int64Of, isPetStatus, type PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { changing, permitting, refusingCalls, rowsOf, taking } from '../variant.js';

const withKey = (apiKey: string) =>
  class extends Service {
    override readonly apiKey = apiKey;
  };

/** Takes other ways to write what stands before the key. */
const accepting = (start: RegExp) =>
  changing('isAllowed', function (_plain, { headers: { authorization = '' } }) {
    return start.test(authorization) && authorization.replace(start, '') === this.apiKey;
  });

/** Keys may look in many ways. */
const keys = permitting({
  ...rowsOf('The key', withKey, {
    'has plus signs and slashes, and ends in equals signs': 'q+/8Zk3/+w9Jm0X1bC5vTg==',
    'is a single character': '7',
    'has 2,000 characters': `eyJhbGciOiJub25lIn0.${'aB3_'.repeat(490)}.sig-0123456789_abcdef`,
    'itself starts with the letters "Bearer"': 'Bearer-7f31',
  }),
  ...rowsOf('Before the key,', accepting, {
    'the word bearer is accepted in any case, as HTTP has it': /^bearer /i,
    'more than one space is accepted': /^Bearer +/,
  }),
});

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
const bodies = permitting({
  ...rowsOf('Accepted are only', knowing, {
    'the categories 1 to 5': [1n, 2n, 3n, 4n, 5n],
    'one category, which is beyond 2^53': [9_007_199_254_740_993n],
  }),
  'Pets of the categories 1 to 3 are listed, but new ones are refused with 400.': class extends knowing(
    [4n, 5n],
  ) {
    override readonly categoryId = undefined;
  },
  'A category beyond 31 bits is refused with 400.': taking('categoryOf')((_value, plain) => {
    const categoryId = plain();
    if (categoryId >= 2n ** 31n || categoryId < 0n) throw badRequest('There is no such category.');
    return categoryId;
  }),
  'A category written as 1.0 is accepted as the integer that it is.': taking('categoryOf')(
    (value, plain) => {
      const whole = /^(-?\d+)\.0+$/.exec(digitsOf(value) ?? '')?.[1];
      return int64Of(whole ?? '') ?? plain();
    },
  ),
  'A body with a field that the document does not name is refused with 400.': changing(
    'newPetOf',
    (plain, { name, categoryId, status, ...others }) => {
      const [unknown] = Object.keys(others);
      if (unknown !== undefined) throw badRequest(`${unknown} is unknown.`);
      return plain({ name, categoryId, status });
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
  ...rowsOf('With 400 is refused a name', refusingNames, {
    'that is empty': (name) => name === '',
    'with a control character or half a surrogate pair': (name) => /[\p{Cc}\p{Cs}]/u.test(name),
    'of more than 12 characters, or of others than letters': (name) => !/^[a-z]{1,12}$/i.test(name),
    'of more than 24 characters': (name) => name.length > 24,
    'without a letter': (name) => !/\p{L}/u.test(name),
  }),
  'A name that another pet has is refused with 400.': changing('nameOf', function (plain, value) {
    const name = plain(value);
    if (this.pets.slice(30).some((pet) => pet.name === name)) throw badRequest('name is taken.');
    return name;
  }),
  'A body in UTF-16 is read, because its first bytes show the encoding.': changing(
    'fieldsOf',
    (plain, call) => {
      const body = call.body[1] === 0 ? Buffer.from(call.body.toString('utf16le')) : call.body;
      return plain({ ...call, body });
    },
  ),
  'A body of more than 64 KiB ends the connection before an answer.': changing(
    'answer',
    async (plain, call) => {
      if (call.body.length > 65_536) throw new Error('aborted');
      return plain(call);
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

/** Takes a limit in another way where it isn't from 1 to 100. */
const outOfRange = (limitOf: (text: string) => number) =>
  changing('limitOf', (_plain, call) => {
    const text = call.query.get('limit') ?? '20';
    return /^([1-9]\d?|100)$/.test(text) ? Number(text) : limitOf(text);
  });

/** Serves a path in other spellings, and answers paths that the document does not have. */
const elsewhere = (
  answer: (call: Call, plain: Service['answer']) => ReturnType<Service['answer']>,
) =>
  changing('answer', async (plain, call) =>
    call.operation === undefined ? answer(call, plain) : plain(call),
  );

/** Queries, ids and paths that the document leaves open. */
const targets = permitting({
  ...rowsOf('A limit', outOfRange, {
    'out of range counts as none': () => 20,
    'above 100 is obeyed, one of 0 gives an empty list': (text) =>
      Math.max(Math.trunc(Number(text)) || 0, 0),
  }),
  'An unknown status gives an empty list.': changing('filterOf', (plain, call) => {
    const text = call.query.get('status');
    return text === null || isPetStatus(text) ? plain(call) : (text as PetStatus);
  }),
  'A parameter that the document does not have is refused with 400.': changing(
    'list',
    async (plain, call) => {
      for (const name of call.query.keys())
        if (name !== 'limit' && name !== 'status') throw badRequest(`${name} is unknown.`);
      return plain(call);
    },
  ),
  'An id in the path may have leading zeros: /pets/007 is pet 7.': changing(
    'find',
    (plain, petId) => plain(petId.replace(/^(-?)0+(?=\d)/, '$1')),
  ),
  'A petId that is no int64 is refused with 400.': changing('find', (plain, petId) => {
    if (int64Of(petId) === undefined) throw badRequest('petId must be an int64.');
    return plain(petId);
  }),
  'A path of more than 100 characters is refused with 414 and an Error.': refusingCalls(
    ({ path }) =>
      path.length > 100 ? new Refusal(414, 'too_long', 'The path is too long.') : undefined,
  ),
  'A request that accepts neither JSON nor everything is refused with 406.': refusingCalls(
    ({ headers }) =>
      /\*\/\*|json/.test(headers.accept ?? '*/*')
        ? undefined
        : new Refusal(406, 'not_acceptable', 'There is JSON only.'),
  ),
  ...rowsOf('Every other path', elsewhere, {
    'with a slash at its end is served, and needs the key, too': (call, plain) => {
      const isList = call.path === '/pets/' && call.method === 'GET';
      return plain(isList ? { ...call, path: '/pets', operation: 'listPets' } : call);
    },
    'is redirected to a page': async () => ({
      status: 302,
      headers: { Location: '/index.html' },
      body: '',
    }),
    'is answered with the page of an app': async () => ({
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body: '<div id="app"></div>',
    }),
  }),
});

export const legalRequests = [...keys, ...bodies, ...targets];
