import { refusedAuthorizations, withoutKey } from '../authorizations.js';
import { type NewPet, readJson } from '../client.js';
import type { Interaction } from '../interaction.js';
import { petPath, unknownId } from '../pet-path.js';
import { noSuchPet } from '../provider-states.js';
import { error } from '../shapes.js';

const refused = { section: '5', states: [], status: 401, body: error(401) } as const;

type Call = Pick<Interaction, 'request' | 'call'>;

function creating(body: string): Call {
  return {
    request: { method: 'POST', path: '/pets', body },
    call: (client) => client.createPet(readJson(body) as NewPet),
  };
}

/** Nothing of it depends on the world: whoever has no key is to be told so, and nothing else. */
const calls: Readonly<Record<string, Call>> = {
  'a list': { request: { method: 'GET', path: '/pets' }, call: (client) => client.listPets() },
  'a new pet': creating('{"name":"animal-store verify: refuse me","categoryId":1}'),
  'reading a pet': {
    request: { method: 'GET', path: '/pets/1' },
    call: (client) => client.getPet(1n),
  },
};

export const refusedKeys: readonly Interaction[] = [
  ...Object.entries(calls).flatMap(([subject, call]) =>
    Object.entries(refusedAuthorizations).map(([how, authorization]) => ({
      ...refused,
      ...call,
      promise: `${subject} ${how} is refused`,
      authorization,
    })),
  ),
  {
    ...refused,
    ...creating('{"name":42}'),
    promise: 'a wrong body without an API key is refused for want of the key',
    authorization: withoutKey,
  },
  {
    ...refused,
    promise: 'reading a pet that does not exist without an API key is refused for want of the key',
    authorization: withoutKey,
    states: [noSuchPet],
    request: { method: 'GET', path: petPath(unknownId) },
    call: (client) => client.getPet(unknownId),
  },
];
