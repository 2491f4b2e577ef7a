import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Prism, startPrismProxy, type Violation, violationsIn } from './start-prism.js';

/** What a judged service is made to answer. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const right = { id: 1, name: 'Rex', categoryId: 2, status: 'available' };
const error = { code: 'not_found', message: 'No animal has the identifier 1.', status: 404 };

let service: Server;
let judge: Prism;

/** A service that answers whatever the header `Answer` says, right or wrong. */
beforeAll(async () => {
  service = createServer((request, response) => {
    const { status, body } = JSON.parse(String(request.headers.answer)) as Answer;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  judge = await startPrismProxy(`http://127.0.0.1:${port}`, '--errors');
});

afterAll(async () => {
  await judge.stop();
  service.close();
  service.closeAllConnections();
  await once(service, 'close');
});

function getPet(answer: Answer): Promise<Response> {
  const headers = { Authorization: 'Bearer test-key', Answer: JSON.stringify(answer) };
  return fetch(`${judge.url}/pets/1`, { headers });
}

test.for([
  ['a Pet with every field', { status: 200, body: right }],
  ['an Error', { status: 404, body: error }],
] as const)('Prism lets %s through', async ([, answer]) => {
  const response = await getPet(answer);

  expect(response.status).toBe(answer.status);
  expect(violationsIn(response)).toEqual([]);
});

const { id: _id, ...withoutId } = right;
const { name: _name, ...withoutName } = right;
const { code: _code, ...withoutCode } = error;

test.for([
  ['a Pet without an id', { status: 200, body: withoutId }],
  ['a Pet without a name', { status: 200, body: withoutName }],
  ['an id in quotes', { status: 200, body: { ...right, id: '1' } }],
  ['a fourth status', { status: 200, body: { ...right, status: 'eaten' } }],
  ['a list instead of a Pet', { status: 200, body: [right] }],
  ['an Error without a code', { status: 404, body: withoutCode }],
  ['an Error whose status is a text', { status: 401, body: { ...error, status: '401' } }],
] as const)('Prism reports %s as an error', async ([, answer]) => {
  const response = await getPet(answer);

  expect(response.status).toBe(500);
  expect(violationsIn(response).map(({ location }) => location[0])).toContain('response');
  expect(await response.json()).toMatchObject({
    type: 'https://stoplight.io/prism/errors#VIOLATIONS',
  });
});

test('reports a status that the document does not list', async () => {
  const response = await getPet({ status: 418, body: error });

  expect(violationsIn(response)).toEqual([
    expect.objectContaining<Partial<Violation>>({ location: ['response'] }),
  ]);
});
