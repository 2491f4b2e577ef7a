import { withKey } from '../authorizations.js';
import type { PetStatus } from '../client.js';
import type { Interaction } from '../interaction.js';
import { atLeastPets, somePet } from '../provider-states.js';
import { page, pageOf } from '../shapes.js';

const statuses: readonly PetStatus[] = ['available', 'pending', 'sold'];

/** The default of `limit`, which is also what a page holds at most when only a status is given. */
const defaultLimit = 20;

const list = { section: '4.1', authorization: withKey, status: 200 } as const;

function limited(limit: number, count: number): Interaction {
  return {
    ...list,
    promise: `a page has at most ${limit} ${limit === 1 ? 'pet' : 'pets'} when limit is ${limit}`,
    section: '8',
    states: [atLeastPets(count)],
    request: { method: 'GET', path: '/pets', query: { limit: String(limit) } },
    body: page(limit),
    call: (client) => client.listPets({ limit }),
  };
}

function filtered(status: PetStatus): Interaction {
  return {
    ...list,
    promise: `a list of ${status} pets has only pets with the status ${status}`,
    states: [somePet(status)],
    request: { method: 'GET', path: '/pets', query: { status } },
    body: pageOf(status, defaultLimit),
    call: (client) => client.listPets({ status }),
  };
}

export const listPets: readonly Interaction[] = [
  {
    ...list,
    promise: 'each pet of a list has an identifier, a name and a category',
    states: [somePet()],
    request: { method: 'GET', path: '/pets' },
    body: page(defaultLimit),
    call: (client) => client.listPets(),
  },
  {
    ...list,
    promise: 'a page has at most 20 pets when limit is left out',
    section: '8',
    states: [atLeastPets(defaultLimit + 1)],
    request: { method: 'GET', path: '/pets' },
    body: page(defaultLimit),
    call: (client) => client.listPets(),
  },
  limited(1, 2),
  limited(2, 3),
  // A hundred and one pets would be more than a verification may leave on somebody's server.
  limited(100, defaultLimit + 1),
  ...statuses.map(filtered),
  {
    ...list,
    promise: 'a page of sold pets has at most 1 pet when limit is 1',
    states: [somePet('sold'), atLeastPets(2)],
    request: { method: 'GET', path: '/pets', query: { limit: '1', status: 'sold' } },
    body: pageOf('sold', 1),
    call: (client) => client.listPets({ limit: 1, status: 'sold' }),
  },
];
