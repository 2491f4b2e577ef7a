import { withKey } from '../authorizations.js';
import type { PetStatus } from '../client.js';
import type { Interaction } from '../interaction.js';
import { petPath, unknownId } from '../pet-path.js';
import { noSuchPet, somePet } from '../provider-states.js';
import { error, pet, petWithAnyOrNoStatus } from '../shapes.js';

const read = {
  section: '4.3',
  authorization: withKey,
  status: 200,
  request: { method: 'GET', path: petPath(1n) },
  call: (client) => client.getPet(1n),
} satisfies Partial<Interaction>;

function withStatus(status: PetStatus): Interaction {
  return {
    ...read,
    promise: `a pet with the status ${status} is read with this status`,
    states: [somePet(status)],
    body: pet(status),
  };
}

export const getPet: readonly Interaction[] = [
  {
    ...read,
    promise: 'a pet is read by its identifier',
    states: [somePet()],
    body: pet(),
  },
  {
    ...read,
    promise: 'the status of a pet is available, pending or sold, if it has one',
    section: '2',
    states: [somePet()],
    body: petWithAnyOrNoStatus(),
  },
  withStatus('available'),
  withStatus('pending'),
  withStatus('sold'),
  {
    ...read,
    promise: 'a pet that does not exist is not found',
    states: [noSuchPet],
    request: { method: 'GET', path: petPath(unknownId) },
    status: 404,
    body: error(404),
    call: (client) => client.getPet(unknownId),
  },
];
