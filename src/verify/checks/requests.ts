import type { Pet } from '../../document/pet.js';
import type { ProviderRequest } from '../provider.js';
import { formatNewPet } from '../store.js';
import type { CheckContext } from './check.js';

/** Creates a request for each operation, which succeeds with a valid key. */
export function createValidRequests({ pets }: CheckContext, { id }: Pet) {
  const body = formatNewPet({ name: pets.createName(), categoryId: pets.categoryId });
  return {
    listPets: { method: 'GET', path: '/pets' },
    getPet: { method: 'GET', path: `/pets/${id}` },
    createPet: { method: 'POST', path: '/pets', body },
  } as const satisfies Readonly<Record<string, ProviderRequest>>;
}

interface RejectedRequest {
  /** The same for every provider, although ids differ. */
  readonly name: string;
  readonly request: ProviderRequest;
  /** The best first; the document gives no order where more than one thing is wrong. */
  readonly statuses: readonly number[];
}

/** Creates a request for each documented error of each operation; none of them creates a pet. */
export async function createRejectedRequests({ pets }: CheckContext): Promise<RejectedRequest[]> {
  const get = { method: 'GET', path: `/pets/${await pets.unusedId()}` } as const;
  const create = { method: 'POST', path: '/pets', body: '{}' } as const;
  const create401 = 'createPet with the body {} without a key';
  const credential = 'none';
  return [
    {
      name: 'listPets without a key',
      request: { method: 'GET', path: '/pets', credential },
      statuses: [401],
    },
    {
      name: 'getPet of an unknown id without a key',
      request: { ...get, credential },
      statuses: [401, 404],
    },
    { name: 'getPet of an unknown id', request: get, statuses: [404] },
    { name: 'createPet with the body {}', request: create, statuses: [400] },
    { name: create401, request: { ...create, credential }, statuses: [401, 400] },
  ];
}
