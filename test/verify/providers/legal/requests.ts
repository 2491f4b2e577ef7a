import { badRequest, type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { changing, permitting, refusingCalls, rowsOf } from '../variant.js';

const withKey = (apiKey: string) =>
  class extends Service {
    override readonly apiKey = apiKey;
  };

/** Keys may look in many ways. */
const keys = permitting(
  rowsOf('The key', withKey, {
    'has plus signs and slashes, and ends in equals signs': 'q+/8Zk3/+w9Jm0X1bC5vTg==',
    'is a single character': '7',
    'has 2,000 characters': `eyJhbGciOiJub25lIn0.${'aB3_'.repeat(490)}.sig-0123456789_abcdef`,
    'itself starts with the letters "Bearer"': 'Bearer-7f31',
  }),
);

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
  'Accepted are only one category, which is beyond 2^53.': knowing([9_007_199_254_740_993n]),
  'Pets of the categories 1 to 3 are listed, but new ones are refused with 400.': class extends knowing(
    [4n, 5n],
  ) {
    override readonly categoryId = undefined;
  },
  ...rowsOf('With 400 is refused a name', refusingNames, {
    'with a control character or half a surrogate pair': (name) => /[\p{Cc}\p{Cs}]/u.test(name),
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
  'A body of more than 4 KiB is refused with 413.': refusingCalls(({ body }) =>
    body.length > 4096 ? new Refusal(413, 'too_large', 'The body is too large.') : undefined,
  ),
});

/** Serves a path in other spellings, and answers paths that the document does not have. */
const elsewhere = (
  answer: (call: Call, plain: Service['answer']) => ReturnType<Service['answer']>,
) =>
  changing('answer', async (plain, call) =>
    call.operation === undefined ? answer(call, plain) : plain(call),
  );

/** Headers and paths that the document leaves open. */
const targets = permitting({
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
