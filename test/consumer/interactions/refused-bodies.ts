import { withKey } from '../authorizations.js';
import { type NewPet, readJson } from '../client.js';
import type { Interaction } from '../interaction.js';
import { error } from '../shapes.js';

const refused = {
  section: '4.2',
  authorization: withKey,
  states: [],
  status: 400,
  body: error(400),
} as const;

/** In case that a service creates what it should refuse. */
const name = '"name":"animal-store verify: refuse me"';

/** Each body with the subject of the sentence that ends in "is refused". */
const bodies: Readonly<Record<string, string>> = {
  'a pet without a name': '{"categoryId":1}',
  'a pet without a categoryId': `{${name}}`,
  'a pet without any field': '{}',
  'a pet with a number for a name': '{"name":42,"categoryId":1}',
  'a pet with null for a name': '{"name":null,"categoryId":1}',
  'a pet with an array for a name': '{"name":["animal-store verify: refuse me"],"categoryId":1}',
  'a pet with a string for a categoryId': `{${name},"categoryId":"1"}`,
  'a pet with a fraction for a categoryId': `{${name},"categoryId":1.5}`,
  'a pet with null for a categoryId': `{${name},"categoryId":null}`,
  'a pet with true for a categoryId': `{${name},"categoryId":true}`,
  'a pet with a categoryId beyond int64': `{${name},"categoryId":9223372036854775808}`,
  'a pet with an unknown status': `{${name},"categoryId":1,"status":"eaten"}`,
  'a pet with a status in capital letters': `{${name},"categoryId":1,"status":"SOLD"}`,
  'a pet with null for a status': `{${name},"categoryId":1,"status":null}`,
  'a pet with a number for a status': `{${name},"categoryId":1,"status":1}`,
  'a body that is an array': `[{${name},"categoryId":1}]`,
  'a body that is a string': '"animal-store verify: refuse me"',
  'a body that is a number': '1',
};

const headers = { 'Content-Type': 'application/json' };

export const refusedBodies: readonly Interaction[] = [
  ...Object.entries(bodies).map(([subject, body]) => ({
    ...refused,
    promise: `${subject} is refused`,
    request: { method: 'POST', path: '/pets', body } as const,
    call: ((client) => client.createPet(readJson(body) as NewPet)) satisfies Interaction['call'],
  })),
  {
    ...refused,
    promise: 'a body that is malformed JSON is refused',
    request: { method: 'POST', path: '/pets', body: `{${name},"categoryId":1` },
  },
  {
    ...refused,
    promise: 'a request without a body is refused',
    request: { method: 'POST', path: '/pets', headers },
  },
];
