import fc from 'fast-check';
import {
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
  resolveChoices,
} from '../../src/engine/choices/open-points.js';
import { createEngine, type Engine } from '../../src/engine/engine.js';
import type { Exchange } from '../../src/engine/exchange.js';
import {
  type Reply,
  readBodyText,
  type ServiceRequest,
} from '../../src/engine/interface/message.js';
import { Catalogue } from '../../src/engine/pets/catalogue.js';
import { MemoryQuota } from '../../src/engine/pets/memory-quota.js';
import { RecentPages } from '../../src/engine/pets/pages.js';
import type { NewPet } from '../../src/engine/pets/pet.js';
import type { SeededCatalogue, SeededPet } from '../../src/engine/pets/pet-index.js';

export const smallest = -(2n ** 63n);
export const largest = 2n ** 63n - 1n;
export const int64 = fc.bigInt({ min: smallest, max: largest });

export const status = fc.constantFrom('available', 'pending', 'sold');

/** Any pet; its name is any string, lone surrogates included. */
export const newPet: fc.Arbitrary<NewPet> = fc.record(
  { name: fc.string({ unit: 'binary' }), categoryId: int64, status },
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

const somePets: readonly SeededPet[] = [
  { name: 'Rex', categoryId: 1n, status: 'available' },
  { name: 'Whiskers', categoryId: 2n, status: 'pending' },
  { name: 'Bubbles', categoryId: 3n, status: 'sold' },
  { name: 'Shadow', categoryId: 4n },
];

/** A catalogue with room for all that a test adds. */
export function catalogueOf(seeded: SeededCatalogue): Catalogue {
  return new Catalogue({
    seeded,
    seed: 1,
    quota: new MemoryQuota(1024 ** 3),
    recentPages: new RecentPages(),
    shared: true,
  });
}

/** The body of a reply, parsed. */
export function readJson({ body }: Reply) {
  return JSON.parse(readBodyText(body));
}

/** An engine with a clock that stands still, and without latency by default. */
export function engineOf(
  choices: Choices,
  pets: Iterable<SeededPet> = somePets,
  maxPetMemory = 1024 ** 2,
  latency = { from: 0, to: 0 },
): Engine {
  return createEngine(
    {
      apiKeys: ['test-key'],
      choices,
      seed: 1,
      clock: new Date('2030-01-01T00:00:00Z'),
      latency,
      allow: [],
      corsOrigins: '*',
      corsCredentials: false,
      maxPetMemory,
      maxJournal: 10,
      maxJournalSize: 2 ** 26,
      maxSandboxes: 10,
      deprecatedSince: new Date('2029-01-01T00:00:00Z'),
    },
    pets,
  );
}

export interface Ask {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A request with the key, unless the headers say otherwise. */
export function createRequest(ask: Ask): ServiceRequest {
  const { method = 'GET', path = '/v1/pets', query = '', body } = ask;
  const headers: Record<string, string> = {
    authorization: 'Bearer test-key',
    'content-type': 'application/json',
    ...ask.headers,
  };
  return {
    method,
    path,
    query,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    rawHeaders: Object.entries(headers).flat(),
    header: (name) => headers[name],
  };
}

export function exchangeOn(engine: Engine, ask: Ask): Exchange {
  return engine.exchange(createRequest(ask));
}

export function getHeader(reply: Reply, name: string): string | undefined {
  return reply.headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}
