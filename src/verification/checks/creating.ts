import { quotes } from '../document.js';
import { formatNewPet } from '../provider/animal-store.js';
import { type Check, expectKept, expectReadBack } from './check.js';

/** Names that tend to become another type; nothing in them says where the pet comes from. */
export const bareNames = ['', '007', 'null'] as const;

/** Names that tend to be changed, each kind by itself: by encodings, escapes and markup, or cut off. */
const specialNames: Readonly<Record<string, (name: string) => string>> = {
  'name with letters beyond ASCII': (name) => `${name} “Zoë” “Zoe\u0308” 犬`,
  'name with an emoji of several code points': (name) => `${name} 🐕‍🦺`,
  'name with quotes, backslashes and escapes': (name) =>
    `${name} "O'Neil" \\ / %20+  \\u00e9 \${x}`,
  'name with HTML markup': (name) => `${name} <b>&amp;</b>`,
  'name with invisible characters': (name) => `${name} with\u00a0no\u200bbreak\ufeffto\u00adsee`,
  'name with spaces at both ends': (name) => `  ${name}  `,
  'name with line breaks and a tab': (name) => `${name}\r\n\tin two lines`,
  'name with a NUL': (name) => `${name}\u0000and on`,
  'name of more than 300 characters': (name) => `${name} ${'long '.repeat(60)}end`,
  'name of more than 1,000 characters': (name) => `${name} ${'long '.repeat(200)}end`,
  ...Object.fromEntries(bareNames.map((name) => [`name ${JSON.stringify(name)}`, () => name])),
};

/** Values at the limits of 32 bits, JavaScript numbers and unsigned integers, and one that is falsy. */
const specialCategories = [
  9_007_199_254_740_993n,
  -9_007_199_254_740_993n,
  9_223_372_036_854_775_807n,
  -9_223_372_036_854_775_808n,
  0n,
];

/** Far from where services begin to count, and from the end of int64. */
const clientId = 4_611_686_018_427_387_905n;

/** The type of a body as clients write it: a charset has no meaning in JSON, and case has none at all. */
const jsonTypes = ['application/json; charset=utf-8', 'Application/JSON'];

export const creatingChecks: readonly Check[] = [
  {
    section: '1',
    requirement: 'createPet accepts JSON with any key order, whitespace and escapes',
    quote: quotes.json,
    creates: 1,
    /** A NewPet in JSON as other programs may write it. */
    run(context, cases) {
      const { pets } = context;
      const { categoryId } = pets;
      return cases.test('name last, escaped letters, tabs and line breaks', async () => {
        const name = pets.createName();
        const escaped = name.replace(
          /[a-z]/g,
          (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
        );
        const body = `\r\n{\t"status" : "sold",\n "categoryId":${categoryId} ,\n "name": "${escaped}"\n}\n`;
        const { pet } = await pets.create({ name, categoryId, status: 'sold' }, body);
        await expectReadBack(context, pet);
      });
    },
  },
  {
    section: '1',
    requirement: 'createPet accepts JSON with a charset, and its media type in any case',
    quote: quotes.json,
    creates: jsonTypes.length,
    run: ({ store, pets }, cases) =>
      cases.all(
        jsonTypes.map((contentType) => ({
          name: `Content-Type: ${contentType}`,
          test: async () => {
            const newPet = { name: pets.createName(), categoryId: pets.categoryId };
            const body = formatNewPet(newPet);
            const request = { method: 'POST', path: '/pets', body, contentType } as const;
            await pets.record(
              store.provider.send(request).then((exchange) => store.readCreated(exchange, newPet)),
            );
          },
        })),
      ),
  },
  {
    section: '2',
    requirement: 'name is returned as it was sent, whatever its characters',
    quote: quotes.name,
    creates: Object.keys(specialNames).length,
    /** A provider may reject some names (the document defines no limits, section 8), but change none. */
    run(context, cases) {
      const { pets } = context;
      return cases.all(
        Object.entries(specialNames).map(([name, create]) => ({
          name,
          test: () =>
            expectKept(context, { name: create(pets.createName()), categoryId: pets.categoryId }),
        })),
      );
    },
  },
  {
    section: '2',
    requirement: 'categoryId is returned with every digit, over the whole int64 range',
    quote: quotes.categoryId,
    creates: specialCategories.length,
    run(context, cases) {
      const { pets } = context;
      return cases.all(
        specialCategories.map((categoryId) => ({
          name: `categoryId ${categoryId}`,
          test: () => expectKept(context, { name: pets.createName(), categoryId }),
        })),
      );
    },
  },
  {
    section: '2',
    requirement: 'the service assigns the id, even if the client sends one',
    quote: quotes.id,
    creates: 2,
    /** A provider may ignore or reject an `id` in a NewPet, but not assign it. */
    async run(context, cases) {
      const { store, pets } = context;
      const earlier = await pets.withStatus('available');
      const tryId = async (id: bigint) => {
        const newPet = { name: pets.createName(), categoryId: pets.categoryId };
        const received = await pets.offer(newPet, `{"id":${id},${formatNewPet(newPet).slice(1)}`);
        if (received?.pet.id === id) {
          throw store.failure(
            received.exchange,
            'an id that the service assigned',
            'the id is that of the request',
          );
        }
      };
      await cases.test('createPet with an unused id', () => tryId(clientId));
      await cases.test('createPet with the id of another pet', () => tryId(earlier.id));
      await cases.test('the other pet is unchanged', () =>
        expectReadBack(context, earlier, 'the pet as before another request sent its id'),
      );
    },
  },
];
