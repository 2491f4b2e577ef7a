import { stringify } from 'lossless-json';
import { withKey } from '../authorizations.js';
import type { PetStatus } from '../client.js';
import type { Interaction } from '../interaction.js';
import { provided, someCategory, theCategory } from '../provider-states.js';
import { petWith, petWithAnyOrNoStatus } from '../shapes.js';

const create = { section: '4.2', authorization: withKey, status: 201 } as const;

/** Says where these pets come from. */
const name = 'animal-store verify: Rex';

/** An integer without quotes, although the provider state returns digits in quotes. */
const injectedCategory = {
  'pact:matcher:type': 'integer',
  'pact:generator:type': 'ProviderState',
  expression: provided('categoryId'),
  dataType: 'INTEGER',
  value: 2,
};

function newPet(values: Readonly<Record<string, unknown>>): Interaction['request'] {
  return { method: 'POST', path: '/pets', body: stringify({ name, ...values }) as string };
}

function withStatus(status: PetStatus): Interaction {
  return {
    ...create,
    description: `createPet returns a pet with the status ${status} as it was sent, with an id`,
    states: [someCategory],
    request: newPet({ categoryId: injectedCategory, status }),
    body: petWith({ name, status }),
    call: (client) => client.createPet({ name, categoryId: 2n, status }),
  };
}

/** The first integer that a JavaScript number rounds. */
const large = 9_007_199_254_740_993n;

export const createPet: readonly Interaction[] = [
  withStatus('available'),
  withStatus('pending'),
  withStatus('sold'),
  {
    ...create,
    description: 'createPet accepts a pet without a status',
    states: [someCategory],
    request: newPet({ categoryId: injectedCategory }),
    body: petWithAnyOrNoStatus({ name }),
    call: (client) => client.createPet({ name, categoryId: 2n }),
  },
  {
    ...create,
    description: 'createPet returns a large categoryId with every digit',
    section: '2',
    states: [theCategory(large)],
    request: newPet({ categoryId: large }),
    body: petWith({ name, categoryId: large }),
    call: (client) => client.createPet({ name, categoryId: large }),
  },
];
