import { rejectedAuthorizations } from '../authorizations.js';
import type { Interaction } from '../interaction.js';
import { petPath } from '../pet-path.js';
import { someCategory, somePet } from '../provider-states.js';
import { error } from '../shapes.js';
import { injectedCategory, newPet } from './create-pet.js';

const rejected = { section: '5', status: 401, body: error(401) } as const;

type Call = Pick<Interaction, 'states' | 'request' | 'call'>;

/** Says where a pet comes from if a service accepts a wrong key. */
const name = 'animal-store verify: refuse me';

/**
 * Requests that only the key makes wrong: the document does not say whether a service looks for the pet
 * or the category first. A pet with a status is likelier to be listed, as `--read-only` needs it.
 */
const calls: Readonly<Record<string, Call>> = {
  listPets: {
    states: [],
    request: { method: 'GET', path: '/pets' },
    call: (client) => client.listPets(),
  },
  createPet: {
    states: [someCategory()],
    request: newPet({ name, categoryId: injectedCategory }),
    call: (client) => client.createPet({ name, categoryId: 2n }),
  },
  getPet: {
    states: [somePet('available')],
    request: { method: 'GET', path: petPath(1n) },
    call: (client) => client.getPet(1n),
  },
};

export const rejectedKeys: readonly Interaction[] = Object.entries(calls).flatMap(
  ([subject, call]) =>
    Object.entries(rejectedAuthorizations).map(([how, authorization]) => ({
      ...rejected,
      ...call,
      description: `${subject} ${how} is rejected`,
      authorization,
    })),
);
