import type { Pet } from '../../engine/pets/pet.js';
import { formatNewPet } from '../provider/animal-store.js';
import type { ProviderRequest } from '../provider/provider.js';
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

interface RejectedRequest extends ProviderRequest {
  /** The same for every provider, although ids differ. */
  readonly name: string;
  readonly status: number;
  /** The status of what else is wrong with it: the document gives no order. */
  readonly otherStatus?: number;
}

/** Creates a request for each documented error of each operation; none of them creates a pet. */
export async function createRejectedRequests({ pets }: CheckContext): Promise<RejectedRequest[]> {
  const list = { method: 'GET', path: '/pets' } as const;
  const get = { method: 'GET', path: `/pets/${await pets.unusedId()}` } as const;
  const create = { method: 'POST', path: '/pets', body: '{}' } as const;
  return [
    { ...list, name: 'listPets without a key', credential: 'none', status: 401 },
    {
      ...get,
      name: 'getPet of an unknown id without a key',
      credential: 'none',
      status: 401,
      otherStatus: 404,
    },
    { ...get, name: 'getPet of an unknown id', status: 404 },
    { ...create, name: 'createPet with the body {}', status: 400 },
    {
      ...create,
      name: 'createPet with the body {} without a key',
      credential: 'none',
      status: 401,
      otherStatus: 400,
    },
  ];
}
