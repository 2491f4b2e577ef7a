import { stringify } from 'lossless-json';
import { withKey } from '../authorizations.js';
import type { PetStatus } from '../client.js';
import type { Interaction } from '../interaction.js';
import { provided, someCategory } from '../provider-states.js';
import { petWith, petWithAnyOrNoStatus } from '../shapes.js';

export const create = { section: '4.2', authorization: withKey, status: 201 } as const;

/** Says where these pets come from. */
export const name = 'animal-store verify: Rex';

/** An integer without quotes, although the provider state returns digits in quotes. */
export const injectedCategory = {
  'pact:matcher:type': 'integer',
  'pact:generator:type': 'ProviderState',
  expression: provided('categoryId'),
  dataType: 'INTEGER',
  value: 2,
};

export function newPet(values: Readonly<Record<string, unknown>>): Interaction['request'] {
  return { method: 'POST', path: '/pets', body: stringify({ name, ...values }) as string };
}

function withStatus(status: PetStatus): Interaction {
  return {
    ...create,
    description: `createPet returns a pet with the status ${status} as it was sent, with an id`,
    states: [someCategory()],
    request: newPet({ categoryId: injectedCategory, status }),
    body: petWith({ name, status }),
    call: (client) => client.createPet({ name, categoryId: 2n, status }),
  };
}

export const createPet: readonly Interaction[] = [
  withStatus('available'),
  withStatus('pending'),
  withStatus('sold'),
  {
    ...create,
    description: 'createPet accepts a pet without a status',
    states: [someCategory()],
    request: newPet({ categoryId: injectedCategory }),
    body: petWithAnyOrNoStatus({ name }),
    call: (client) => client.createPet({ name, categoryId: 2n }),
  },
];
