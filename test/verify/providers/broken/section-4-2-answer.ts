import type { Answer, Call } from '../call.js';
import { answering, type BrokenVariant, breaking, showing, withBody } from '../variant.js';

/** Changes the answer to a creation that went well. */
const created = (change: (answer: Answer, call: Call) => Answer) =>
  answering((answer, call) => (answer.status === 201 ? change(answer, call) : answer));

/** A creation is answered with 201 and the pet. */
export const section42Answer: readonly BrokenVariant[] = breaking('4.2', {
  'created-with-200': [
    'A creation is answered with 200.',
    created((answer) => ({ ...answer, status: 200 })),
  ],
  'created-with-202': [
    'A creation is answered with 202.',
    created((answer) => ({ ...answer, status: 202 })),
  ],
  'created-with-204': [
    'A creation is answered with 204 and no body.',
    created(() => ({ status: 204, headers: {}, body: '' })),
  ],
  'created-with-303': [
    'A creation is answered with a redirect to the pet.',
    created((answer) => ({
      status: 303,
      headers: { Location: `/v1/pets/${/"id":(\d+)/.exec(`${answer.body}`)?.[1]}` },
      body: '',
    })),
  ],
  'created-without-a-body': [
    'A creation is answered with 201 and an empty body.',
    created((answer) => withBody(answer, '')),
  ],
  'created-null': [
    'A creation is answered with null.',
    created((answer) => withBody(answer, 'null')),
  ],
  'created-id-only': [
    'A creation is answered with the id only.',
    showing(({ id, ...pet }, call) => (call.operation === 'createPet' ? { id } : { id, ...pet })),
  ],
  'created-bare-number': [
    'A creation is answered with the id as a bare number.',
    created((answer) => withBody(answer, /"id":(\d+)/.exec(`${answer.body}`)?.[1] ?? answer.body)),
  ],
  'created-echo': [
    'A creation is answered with the body that was sent, without an id.',
    created((answer, call) => withBody(answer, call.body)),
  ],
  'created-in-an-array': [
    'A creation is answered with an array of one pet.',
    created((answer) => withBody(answer, `[${answer.body}]`)),
  ],
  'created-in-an-envelope': [
    'A creation is answered with {"data": {...}}.',
    created((answer) => withBody(answer, `{"data":${answer.body}}`)),
  ],
});
