import { rejectedAuthorizations, withoutKey } from '../authorizations.js';
import { type NewPet, readJson } from '../client.js';
import type { Interaction } from '../interaction.js';
import { petPath, unknownId } from '../pet-path.js';
import { noSuchPet } from '../provider-states.js';
import { error } from '../shapes.js';

const rejected = { section: '5', states: [], status: 401, body: error(401) } as const;

type Call = Pick<Interaction, 'request' | 'call'>;

function creating(body: string): Call {
  return {
    request: { method: 'POST', path: '/pets', body },
    call: (client) => client.createPet(readJson(body) as NewPet),
  };
}

/** None needs a provider state: without a key the response is 401, whatever the store contains. */
const calls: Readonly<Record<string, Call>> = {
  listPets: { request: { method: 'GET', path: '/pets' }, call: (client) => client.listPets() },
  createPet: creating('{"name":"animal-store verify: refuse me","categoryId":1}'),
  getPet: {
    request: { method: 'GET', path: '/pets/1' },
    call: (client) => client.getPet(1n),
  },
};

export const rejectedKeys: readonly Interaction[] = [
  ...Object.entries(calls).flatMap(([subject, call]) =>
    Object.entries(rejectedAuthorizations).map(([how, authorization]) => ({
      ...rejected,
      ...call,
      description: `${subject} ${how} is rejected`,
      authorization,
    })),
  ),
  {
    ...rejected,
    ...creating('{"name":42}'),
    description: 'an invalid body without an API key gets 401, not 400',
    authorization: withoutKey,
  },
  {
    ...rejected,
    description: 'an unknown id without an API key gets 401, not 404',
    authorization: withoutKey,
    states: [noSuchPet],
    request: { method: 'GET', path: petPath(unknownId) },
    call: (client) => client.getPet(unknownId),
  },
];
