import { withKey } from '../authorizations.js';
import type { PetStatus } from '../client.js';
import type { Interaction } from '../interaction.js';
import { atLeastPets, somePet } from '../provider-states.js';
import { page, pageWithStatus } from '../shapes.js';

const statuses: readonly PetStatus[] = ['available', 'pending', 'sold'];

/** The default of `limit`, also with a status filter. */
const defaultLimit = 20;

const list = { section: '4.1', authorization: withKey, status: 200 } as const;

function limited(limit: number, count: number): Interaction {
  return {
    ...list,
    description: `a page with limit ${limit} has at most ${limit} ${limit === 1 ? 'pet' : 'pets'}`,
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
    description: `the status filter ${status} returns only pets with the status ${status}`,
    states: [somePet(status)],
    request: { method: 'GET', path: '/pets', query: { status } },
    body: pageWithStatus(status, defaultLimit),
    call: (client) => client.listPets({ status }),
  };
}

export const listPets: readonly Interaction[] = [
  {
    ...list,
    description: 'listPets returns pets with id, name and categoryId',
    states: [somePet()],
    request: { method: 'GET', path: '/pets' },
    body: page(defaultLimit),
    call: (client) => client.listPets(),
  },
  {
    ...list,
    description: 'a page without limit has at most 20 pets',
    section: '8',
    states: [atLeastPets(defaultLimit + 1)],
    request: { method: 'GET', path: '/pets' },
    body: page(defaultLimit),
    call: (client) => client.listPets(),
  },
  limited(1, 2),
  limited(2, 3),
  // To create 101 pets would leave too many on somebody's server.
  limited(100, defaultLimit + 1),
  ...statuses.map(filtered),
  {
    ...list,
    description: 'a page of sold pets with limit 1 has at most 1 pet',
    states: [somePet('sold'), atLeastPets(2)],
    request: { method: 'GET', path: '/pets', query: { limit: '1', status: 'sold' } },
    body: pageWithStatus('sold', 1),
    call: (client) => client.listPets({ limit: 1, status: 'sold' }),
  },
];
