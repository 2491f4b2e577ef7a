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
    description: `getPet returns the status ${status}`,
    states: [somePet(status)],
    body: pet(status),
  };
}

export const getPet: readonly Interaction[] = [
  {
    ...read,
    description: 'getPet returns a pet by its id',
    states: [somePet()],
    body: pet(),
  },
  {
    ...read,
    description: 'the status of a pet, if present, is available, pending or sold',
    section: '2',
    states: [somePet()],
    body: petWithAnyOrNoStatus(),
  },
  withStatus('available'),
  withStatus('pending'),
  withStatus('sold'),
  {
    ...read,
    description: 'getPet returns 404 for an unknown id',
    states: [noSuchPet],
    request: { method: 'GET', path: petPath(unknownId) },
    status: 404,
    body: error(404),
    call: (client) => client.getPet(unknownId),
  },
];
