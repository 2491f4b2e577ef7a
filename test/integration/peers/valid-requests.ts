import fc from 'fast-check';
import { petStatuses } from '../../../src/document/pet.js';

/** How many pets the judged simulators start with; it's more than a page holds. */
export const seededPets = 120;

/** A request that keeps to the document, and the statuses that the document lists for it. */
export interface ValidRequest {
  readonly operation: 'listPets' | 'createPet' | 'getPet';
  readonly path: string;
  readonly body?: string;
  readonly key: string;
  readonly answers: readonly number[];
}

const key = 'test-key';

function list(query: Readonly<Record<string, string>> = {}): ValidRequest {
  const search = new URLSearchParams(query);
  return { operation: 'listPets', path: `/pets?${search}`, key, answers: [200] };
}

/** The document doesn't say what becomes of an empty name or of further fields: 400 is legal too. */
function create(pet: Readonly<Record<string, unknown>>): ValidRequest {
  const { name, categoryId: _any, status: _either, ...others } = pet;
  const plain = name !== '' && Object.keys(others).length === 0;
  const answers = plain ? [201] : [201, 400];
  return { operation: 'createPet', path: '/pets', body: JSON.stringify(pet), key, answers };
}

function get(petId: number): ValidRequest {
  const answers = petId >= 1 && petId <= seededPets ? [200] : [200, 404];
  return { operation: 'getPet', path: `/pets/${petId}`, key, answers };
}

function withWrongKey(request: ValidRequest): ValidRequest {
  return { ...request, key: 'another-key', answers: [401] };
}

/** Prism holds integers as doubles, and refuses those that a double can't hold. */
const integer = fc.maxSafeInteger();

const status = fc.constantFrom(...petStatuses);
const limit = fc.integer({ min: 1, max: 100 }).map(String);

const lists = fc.record({ limit, status }, { requiredKeys: [] }).map(list);
const gets = fc.oneof(fc.integer({ min: 1, max: seededPets }), integer).map(get);
const creates = fc
  .record(
    { name: fc.string({ unit: 'binary' }), categoryId: integer, status, ageInYears: fc.nat() },
    { requiredKeys: ['name', 'categoryId'] },
  )
  .map(create);
const withRightKey = fc.oneof(lists, creates, gets);

/** Requests for all operations that match the document; one in ten has an invalid key. */
export const validRequests = fc.oneof(
  { arbitrary: withRightKey, weight: 9 },
  { arbitrary: withRightKey.map(withWrongKey), weight: 1 },
);

/** Requests of every run, besides the generated ones. */
export const alwaysSent: ValidRequest[] = [
  list(),
  list({ limit: '1' }),
  list({ limit: '100' }),
  ...petStatuses.map((value) => list({ status: value })),
  create({ name: 'Rex', categoryId: 2 }),
  ...petStatuses.map((value) => create({ name: 'Rex', categoryId: 2, status: value })),
  create({ name: '', categoryId: Number.MAX_SAFE_INTEGER }),
  get(1),
  get(seededPets + 1),
  get(Number.MAX_SAFE_INTEGER),
  ...[list(), create({ name: 'Rex', categoryId: 2 }), get(1)].map(withWrongKey),
];
