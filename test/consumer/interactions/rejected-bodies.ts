import { withKey } from '../authorizations.js';
import { type NewPet, readJson } from '../client.js';
import type { Interaction } from '../interaction.js';
import { error } from '../shapes.js';

export const rejected = {
  section: '4.2',
  authorization: withKey,
  states: [],
  status: 400,
  body: error(400),
} as const;

/** Says where a pet comes from if a service accepts an invalid body. */
export const name = '"name":"animal-store verify: refuse me"';

/**
 * Each body with the subject of the sentence that ends in "is rejected". None has a status of null: the
 * document does not say whether that counts as absent.
 */
const bodies: Readonly<Record<string, string>> = {
  'a pet without a name': '{"categoryId":1}',
  'a pet without a categoryId': `{${name}}`,
  'a pet with a number as name': '{"name":42,"categoryId":1}',
  'a pet with null as name': '{"name":null,"categoryId":1}',
  'a pet with an array as name': '{"name":["animal-store verify: refuse me"],"categoryId":1}',
  'a pet with a string as categoryId': `{${name},"categoryId":"1"}`,
  'a pet with a fraction as categoryId': `{${name},"categoryId":1.5}`,
  'a pet with null as categoryId': `{${name},"categoryId":null}`,
  'a pet with true as categoryId': `{${name},"categoryId":true}`,
  'a pet with a categoryId beyond int64': `{${name},"categoryId":9223372036854775808}`,
  'a pet with an unknown status': `{${name},"categoryId":1,"status":"eaten"}`,
  'a pet with a status in capital letters': `{${name},"categoryId":1,"status":"SOLD"}`,
  'a pet with a number as status': `{${name},"categoryId":1,"status":1}`,
  'a body that is an array': `[{${name},"categoryId":1}]`,
};

const headers = { 'Content-Type': 'application/json' };

export function rejectJson(subject: string, body: string): Interaction {
  return {
    ...rejected,
    description: `${subject} is rejected`,
    request: { method: 'POST', path: '/pets', body },
    call: (client) => client.createPet(readJson(body) as NewPet),
  };
}

export const rejectedBodies: readonly Interaction[] = [
  ...Object.entries(bodies).map(([subject, body]) => rejectJson(subject, body)),
  {
    ...rejected,
    description: 'a createPet request without a body is rejected',
    request: { method: 'POST', path: '/pets', headers },
  },
];
