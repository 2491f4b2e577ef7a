import type { Answer, Call } from '../call.js';
import { answering, type BrokenVariant, showing, withBody } from '../variant.js';

/** Changes the answer to a creation that went well. */
const created = (change: (answer: Answer, call: Call) => Answer) =>
  answering((answer, call) => (answer.status === 201 ? change(answer, call) : answer));

/** A creation is answered with 201 and the pet. */
export const section42Answer: readonly BrokenVariant[] = [
  {
    name: 'created-with-200',
    breaks: '4.2',
    difference: 'A creation is answered with 200.',
    service: created((answer) => ({ ...answer, status: 200 })),
  },
  {
    name: 'created-with-202',
    breaks: '4.2',
    difference: 'A creation is answered with 202.',
    service: created((answer) => ({ ...answer, status: 202 })),
  },
  {
    name: 'created-with-204',
    breaks: '4.2',
    difference: 'A creation is answered with 204 and no body.',
    service: created(() => ({ status: 204, headers: {}, body: '' })),
  },
  {
    name: 'created-with-303',
    breaks: '4.2',
    difference: 'A creation is answered with a redirect to the pet.',
    service: created((answer) => ({
      status: 303,
      headers: { Location: `/v1/pets/${/"id":(\d+)/.exec(`${answer.body}`)?.[1]}` },
      body: '',
    })),
  },
  {
    name: 'created-without-a-body',
    breaks: '4.2',
    difference: 'A creation is answered with 201 and an empty body.',
    service: created((answer) => withBody(answer, '')),
  },
  {
    name: 'created-null',
    breaks: '4.2',
    difference: 'A creation is answered with null.',
    service: created((answer) => withBody(answer, 'null')),
  },
  {
    name: 'created-id-only',
    breaks: '4.2',
    difference: 'A creation is answered with the id only.',
    service: showing(({ id, ...pet }, call) =>
      call.operation === 'createPet' ? { id } : { id, ...pet },
    ),
  },
  {
    name: 'created-bare-number',
    breaks: '4.2',
    difference: 'A creation is answered with the id as a bare number.',
    service: created((answer) =>
      withBody(answer, /"id":(\d+)/.exec(`${answer.body}`)?.[1] ?? answer.body),
    ),
  },
  {
    name: 'created-echo',
    breaks: '4.2',
    difference: 'A creation is answered with the body that was sent, without an id.',
    service: created((answer, call) => withBody(answer, call.body)),
  },
  {
    name: 'created-in-an-array',
    breaks: '4.2',
    difference: 'A creation is answered with an array of one pet.',
    service: created((answer) => withBody(answer, `[${answer.body}]`)),
  },
  {
    name: 'created-in-an-envelope',
    breaks: '4.2',
    difference: 'A creation is answered with {"data": {...}}.',
    service: created((answer) => withBody(answer, `{"data":${answer.body}}`)),
  },
];
