import { expect, test } from 'vitest';
import { Recorder } from '../../../src/contract/recorder.js';
import type { Choices, OpenPoint } from '../../../src/document/open-points.js';
import { readExchange } from '../../../src/engine/exchange.js';
import { createRequest } from '../engine/engine.js';
import { createEngine, prefer, record, redact, rex, type Sent, send } from './recording.js';

test.for<[OpenPoint, Sent, Partial<Choices>?]>([
  ['extra-response-fields', { path: '/pets/1' }, { 'extra-response-fields': 'some' }],
  ['unknown-category', { path: '/pets', body: { ...rex, categoryId: 99 } }],
])('the contract has interactions that show %s', ([, sent, choices]) => {
  const { descriptions, excluded } = record([sent], choices);
  expect(descriptions).not.toEqual([]);
  expect(excluded).toEqual([]);
});

test.for<[OpenPoint, Sent, Partial<Choices>?]>([
  ['limit-too-small', { path: '/pets?limit=0' }],
  ['unknown-query', { path: '/pets?page=2' }],
  ['unknown-field', { path: '/pets', body: { ...rex, colour: 'brown' } }],
  [
    'unknown-category',
    { path: '/pets', body: { ...rex, categoryId: 99 } },
    { 'unknown-category': 'reject' },
  ],
  ['keyless-path', { path: '/owners', headers: { authorization: '' } }],
  ['media-type', { path: '/pets', body: rex, headers: { 'content-type': 'text/plain' } }],
])('the contract has no interaction that depends on %s', ([point, sent, choices]) => {
  const { descriptions, excluded } = record([sent], choices);
  expect(descriptions).toEqual([]);
  expect(excluded).toEqual([
    {
      reason: expect.stringMatching(`^the document is silent on .*, ${point}\\)$`),
      request: `${sent.body === undefined ? 'GET' : 'POST'} /v1${sent.path}`,
      count: 1,
    },
  ]);
});

const padding = `,${' '.repeat(5_000)}`;

test.for<[reason: string, sent: Sent]>([
  ['code=503 is beyond the document', { path: '/pets', headers: prefer('code=503') }],
  ['the scenario delay is beyond the document', { path: '/pets', headers: prefer('delay=2') }],
  ['(simulator_bad_preference)', { path: '/pets', headers: prefer('code=1') }],
  ['has no such path and method', { path: '/animals' }],
  ['has no such path and method', { path: '/pets', method: 'DELETE' }],
  ['has no method HEAD', { path: '/pets', method: 'HEAD' }],
  ['why the response is 400', { path: '/pets', body: `{"name":"Rex"${padding}"categoryId":"2"}` }],
  ['why the response is 201', { path: '/pets', body: JSON.stringify(rex).replace(',', padding) }],
  ['why the response is 400', { path: '/pets', body: rex, headers: prefer('example=wrong-name') }],
])('leaves out with the reason: %s', ([reason, sent]) => {
  const { descriptions, excluded } = record([sent]);
  expect(descriptions).toEqual([]);
  expect(excluded).toMatchObject([{ reason: expect.stringContaining(reason), count: 1 }]);
});

test('leaves out a body that is not UTF-8', () => {
  const recorder = new Recorder(redact);
  const body = new Uint8Array([0xff]);
  const { entry } = createEngine().answer(createRequest({ method: 'POST', body }));
  recorder.add(readExchange(entry));
  expect(recorder.list({})).toEqual([]);
});

test('does not count the preflight requests of browsers', () => {
  const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
  const { descriptions, excluded } = record([{ path: '/pets', method: 'OPTIONS', headers }]);
  expect({ descriptions, excluded }).toEqual({ descriptions: [], excluded: [] });
});

test('shows the first request of a reason, without keys and without its sandbox', () => {
  const { excluded } = record([
    { path: '/sandboxes/one/v1/pets?a=test-key' },
    { path: '/pets?page=2&and=test-key' },
    { path: '/pets?limit=2&page=1000' },
  ]);
  expect(excluded).toMatchObject([{ request: 'GET /v1/pets?a=***', count: 3 }]);
  // However long a request is, no part of a key is left.
  for (let length = 170; length < 200; length += 1) {
    const [one] = record([{ path: `/pets?${'a'.repeat(length)}=test-key` }]).excluded;
    expect(one?.request).not.toContain('=te');
  }
});

test('keeps no more interactions and reasons, however many requests there are', () => {
  const engine = createEngine();
  const recorder = new Recorder(redact);
  for (let count = 0; count < 1_000; count += 1) {
    send(engine, recorder, { path: `/pets?limit=${1 + (count % 100)}` });
    send(engine, recorder, { path: `/pets?page=${count}` });
    const { entry } = engine.answer(createRequest({ path: `/${count}` }));
    recorder.add(readExchange(entry));
  }
  expect(recorder.list({})).toHaveLength(3);
  expect(recorder.listExcluded()).toMatchObject([
    { count: 1_000, request: 'GET /0' },
    { count: 1_000, request: 'GET /v1/pets?page=0' },
  ]);
});
