import { decisions } from '../decisions.js';
import { quotes } from '../document.js';
import type { ReceivedPet } from '../provider/animal-store.js';
import { maxPage } from '../provider/pets.js';
import type { ProviderRequest } from '../provider/provider.js';
import { parsePetResponse } from '../provider/read-response.js';
import { NoResponse } from '../provider/transport.js';
import { Inconclusive } from '../result.js';
import { type Check, type CheckContext, expectReadBack } from './check.js';
import { expectReadable } from './listing.js';

const utf8 = (text: string) => Uint8Array.from(Buffer.from(text));
const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));

/** Enough for most limits of a body, and for most stacks. */
const largeName = 'large '.repeat(22_000);
const levels = 20_000;

interface RejectedBody {
  readonly name: string;
  readonly request: Partial<ProviderRequest>;
  /** The statuses that a provider may reject it with. */
  readonly statuses: readonly number[];
  /** Whether a provider may close the connection before it has read everything. */
  readonly large?: boolean;
}

/** Bodies that lack categoryId, or have another error, in whatever way a provider reads them. */
const rejectedBodies: readonly RejectedBody[] = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml'].map((contentType) => ({
    name: `body of type ${contentType}`,
    request: { contentType },
    statuses: [400, 415],
  })),
  // Text gets a type of its own.
  {
    name: 'body without a type',
    request: { body: utf8('{}'), contentType: '' },
    statuses: [400, 415],
  },
  {
    name: 'body that claims to be compressed',
    request: { headers: { 'Content-Encoding': 'gzip' } },
    statuses: [400, 415],
  },
  { name: 'body in UTF-16', request: { body: utf16('{"name":"Rex"}') }, statuses: [400, 415] },
  {
    name: 'body with a byte order mark',
    request: { body: '\ufeff{"name":"Rex"}' },
    statuses: [400],
  },
  { name: 'body of white space', request: { body: ' \n ' }, statuses: [400] },
  {
    name: `arrays in arrays, ${levels} levels deep`,
    request: { body: `{"name":${'['.repeat(levels)}${']'.repeat(levels)},"categoryId":1}` },
    statuses: [400, 413],
  },
  {
    name: 'body of 130 kB',
    request: { body: `{"name":"${largeName}"}` },
    statuses: [400, 413],
    large: true,
  },
];

async function expectRejected(
  { store }: CheckContext,
  { request, statuses, large = false }: RejectedBody,
): Promise<void> {
  const exchange = await store.provider.send({
    method: 'POST',
    path: '/pets',
    body: '{"name":"Rex"}',
    ...request,
  });
  const { response } = exchange;
  if (large && response instanceof NoResponse) {
    throw new Inconclusive(`${response.message}; it may be the limit for bodies (section 8)`);
  }
  if (response.status === undefined || !statuses.includes(response.status)) {
    throw store.failure(exchange, `${statuses.join(' or ')} with an Error`);
  }
  store.expectError(exchange, response.status);
}

export const unusualBodiesCheck: Check = {
  requirement: 'createPet rejects an invalid body, whatever its type, encoding, size and depth',
  ...quotes.badRequest,
  run: (context, cases) =>
    cases.all(
      rejectedBodies.map((body) => ({
        name: body.name,
        test: () => expectRejected(context, body),
      })),
    ),
};

/** Runs late: a provider may store such a name and then fail to show it in every list. */
export const loneSurrogateCheck: Check = {
  requirement: 'a name with half a surrogate pair is rejected, or can be read and listed',
  ...quotes.name,
  creates: 1,
  async run(context, cases) {
    const { store, pets } = context;
    await expectReadable(store);
    const newPet = { name: `${pets.createName()} \ud83d`, categoryId: pets.categoryId };
    const create = async (): Promise<ReceivedPet | undefined> => {
      const exchange = await store.post(newPet);
      if (exchange.response.status === 400) {
        store.expectError(exchange, 400);
        return undefined;
      }
      const pet = store.read(exchange, 201, 'the Pet, or 400 with an Error', parsePetResponse);
      return { pet, exchange };
    };
    await cases.test('createPet with the escape \\ud83d alone in the name', async () => {
      const received = await pets.record(create());
      if (received === undefined) {
        return;
      }
      await expectReadBack(context, received.pet);
      if (received.pet.name !== newPet.name) {
        const expected = 'the name as it was sent, or 400 with an Error';
        throw store.advice(received.exchange, expected, decisions.loneSurrogate);
      }
    });
    await cases.test('listPets afterwards', async () => {
      await store.list({ limit: maxPage });
    });
  },
};
