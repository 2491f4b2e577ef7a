import type { Interaction } from '../interaction.js';
import { someCategory } from '../provider-states.js';
import { petWith } from '../shapes.js';
import { create, name, newPet } from './create-pet.js';
import { name as invalidName, rejected, rejectJson } from './rejected-bodies.js';

/** The first integer that a JavaScript number rounds. */
const large = 9_007_199_254_740_993n;

/** Bodies that a verifier must send byte for byte: parsing them fails, or loses digits. */
export const rawBodies: readonly Interaction[] = [
  {
    ...create,
    description: 'createPet returns a large categoryId with every digit',
    section: '2',
    states: [someCategory(large)],
    request: newPet({ categoryId: large }),
    body: petWith({ name, categoryId: large }),
    call: (client) => client.createPet({ name, categoryId: large }),
  },
  // pact-js 16.4 announces its two bytes and never sends them.
  rejectJson('a pet without any field', '{}'),
  rejectJson('a body that is a string', '"animal-store verify: refuse me"'),
  rejectJson('a body that is a number', '1'),
  {
    ...rejected,
    description: 'a body that is malformed JSON is rejected',
    request: { method: 'POST', path: '/pets', body: `{${invalidName},"categoryId":1` },
  },
];
