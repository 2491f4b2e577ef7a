import fc from 'fast-check';
import type { Reply, ServiceRequest } from '../../../src/document/message.js';
import {
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
  resolveChoices,
} from '../../../src/document/open-points.js';
import type { OperationName } from '../../../src/document/operations.js';
import type { NewPet, SeedPet } from '../../../src/document/pet.js';
import { type Exchange, readExchange } from '../../../src/engine/exchange.js';
import { createSeededList } from '../../../src/engine/pets.js';
import { LocalSandboxes } from '../../../src/engine/sandboxes.js';

export const smallest = -(2n ** 63n);
export const largest = 2n ** 63n - 1n;
export const int64 = fc.bigInt({ min: smallest, max: largest });

export const status = fc.constantFrom('available', 'pending', 'sold');

/** Text of any kind, with control characters, separators and half surrogates. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary-ascii' }),
  fc.string({ unit: fc.constantFrom(...'\u2028\u2029\0"\\\uFEFF</\x7f', '\uD800', '\uDC00') }),
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
);

/** Any pet. */
export const newPet: fc.Arbitrary<NewPet> = fc.record(
  { name: anyText, categoryId: int64, status },
  { requiredKeys: ['name', 'categoryId'] },
);

/** Any choice for each open point. */
export const anyChoices: fc.Arbitrary<Choices> = fc
  .record(
    Object.fromEntries(
      openPointNames.map((point: OpenPoint) => [
        point,
        fc.constantFrom<string>(...openPoints[point].choices),
      ]),
    ),
  )
  .map((single) => resolveChoices('default', single as Partial<Choices>));

const somePets: readonly SeedPet[] = [
  { name: 'Rex', categoryId: 1n, status: 'available' },
  { name: 'Whiskers', categoryId: 2n, status: 'pending' },
  { name: 'Bubbles', categoryId: 3n, status: 'sold' },
  { name: 'Shadow', categoryId: 4n },
];

/** A reply without the time of its exchange. */
export const omitDate = ({ headers, ...reply }: Reply) => ({
  ...reply,
  headers: headers.filter(([name]) => name !== 'Date'),
});

/** The body of a reply, parsed. */
export function readJson({ body }: Reply) {
  return JSON.parse(body);
}

/** Sandboxes with a clock that stands still, and without delay by default. */
export function engineOf(
  choices: Choices,
  pets: readonly SeedPet[] = somePets,
  maxPetMemory = 1024 ** 2,
  delay = { from: 0, to: 0 },
): LocalSandboxes {
  return new LocalSandboxes(
    {
      seeded: createSeededList(pets, choices['id-scheme']),
      seed: 1,
      settings: { choices, delay, allow: [] },
      clock: { mode: 'frozen', at: Date.parse('2030-01-01T00:00:00Z') },
    },
    {
      apiKey: ['test-key'],
      corsOrigin: '*',
      corsCredentials: false,
      maxPetMemory,
      maxJournal: 10,
      maxJournalSize: 2 ** 26,
      maxSandboxes: 10,
      deprecatedSince: new Date('2029-01-01T00:00:00Z'),
    },
  );
}

export interface Ask {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A request of each operation that succeeds. */
export const asks: Readonly<Record<OperationName, Ask>> = {
  listPets: {},
  createPet: { method: 'POST', body: '{"name":"Rex","categoryId":2}' },
  getPet: { path: '/v1/pets/1' },
};

/** A request with the key, unless the headers say otherwise. */
export function createRequest(ask: Ask): ServiceRequest {
  const { method = 'GET', path = '/v1/pets', query = '', body } = ask;
  const headers = {
    authorization: 'Bearer test-key',
    'content-type': 'application/json',
    ...ask.headers,
  };
  return { method, path, query, headers, ...readBody(body) };
}

function readBody(body: Ask['body']): Pick<ServiceRequest, 'body' | 'bodyProblem'> {
  if (typeof body !== 'object') {
    return body === undefined ? {} : { body };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const isUtf8 = Buffer.from(text).equals(body);
  return isUtf8 ? { body: text } : { body: text, bodyProblem: 'not-utf8' };
}

/** What a request leads to. */
export function exchangeOn(engine: LocalSandboxes, ask: Ask): Exchange & { reply: Reply } {
  const { entry, reply } = engine.answer(createRequest(ask));
  return { ...readExchange(entry), reply };
}

export function getHeader(reply: Reply, name: string): string | undefined {
  return reply.headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}
