import { expect, test } from 'vitest';
import { type OpenPoint, openPointNames } from '../../src/engine/choices/open-points.js';
import type { SimulatorOptions } from '../../src/index.js';
import { pointDecisions } from '../../src/recording/decisions.js';
import { prefer, record, rex, type Sent } from './recording.js';

/** A request that depends on each open point, and what makes it do so. */
const requests: Readonly<Record<OpenPoint, Sent & { readonly options?: SimulatorOptions }>> = {
  'omitted-status': { path: '/pets', body: rex },
  'list-order': { path: '/pets' },
  'limit-out-of-range': { path: '/pets?limit=0' },
  'limit-malformed': { path: '/pets?limit=ten' },
  'unknown-status-filter': { path: '/pets?status=eaten' },
  'unknown-query': { path: '/pets?page=2' },
  'unknown-field': { path: '/pets', body: { ...rex, colour: 'brown' } },
  'malformed-pet-id': { path: '/pets/rex' },
  'id-scheme': { path: '/pets', body: { ...rex, status: 'sold' } },
  'extra-response-fields': {
    path: '/pets/1',
    options: { choose: { 'extra-response-fields': 'some' } },
  },
  'unknown-category': { path: '/pets', body: { ...rex, categoryId: 99 } },
  'empty-name': { path: '/pets', body: { ...rex, name: '' } },
  'media-type': { path: '/pets', body: rex, headers: { 'Content-Type': 'text/plain' } },
  'error-codes': { path: '/pets/999' },
  'after-sunset': { path: '/pets/1', options: { clock: '2030-12-06' } },
};

const getsIn = (point: OpenPoint) => pointDecisions[point].getsIn !== 'never';

test.each(openPointNames.filter(getsIn))('the contract has uses that show %s', async (point) => {
  const { options, ...sent } = requests[point];
  const { descriptions, leftOut } = await record([sent], {}, options);
  expect(descriptions).not.toEqual([]);
  expect(leftOut).toEqual([]);
});

test.each(openPointNames.filter((point) => !getsIn(point)))(
  'the contract has no use that depends on %s',
  async (point) => {
    const { options, ...sent } = requests[point];
    const { descriptions, leftOut } = await record([sent], {}, options);
    expect(descriptions).toEqual([]);
    expect(leftOut).toEqual([
      {
        reason: expect.stringMatching(`^the document is silent on .*, ${point}\\)$`),
        request: `${sent.body === undefined ? 'GET' : 'POST'} /v1${sent.path}`,
        count: 1,
      },
    ]);
  },
);

test('a body that is refused early for its many values is left out', async () => {
  const { descriptions, leftOut } = await record([
    { path: '/pets', body: Array.from({ length: 20_000 }, () => 0) },
  ]);
  expect(descriptions).toEqual([]);
  expect(leftOut).toMatchObject([{ reason: "the document doesn't tell why the response is 400" }]);
});

test('a status of null is left out, as the document does not say whether it is wrong', async () => {
  const { descriptions, leftOut } = await record([
    { path: '/pets', body: { ...rex, status: null } },
    { path: '/pets', body: { categoryId: 2, status: null } },
  ]);
  expect(descriptions).toEqual(['createPet rejects a pet without a name']);
  expect(leftOut).toMatchObject([{ request: 'POST /v1/pets', count: 1 }]);
});

test('a rejected category is left out', async () => {
  const options = { choose: { 'unknown-category': 'reject' } } as const;
  const { descriptions, leftOut } = await record([requests['unknown-category']], {}, options);
  expect(descriptions).toEqual([]);
  expect(leftOut).toMatchObject([{ reason: expect.stringContaining('unknown-category') }]);
});

const beyond: readonly (readonly [reason: string, sent: Sent])[] = [
  ['the scenario code=503 is beyond the document', { path: '/pets', headers: prefer('code=503') }],
  [
    'the scenario fault=truncate is beyond the document',
    { path: '/pets/1', headers: prefer('fault=truncate') },
  ],
  ['the scenario delay is beyond the document', { path: '/pets', headers: prefer('delay=2') }],
  [
    'the simulator refused the request (simulator_bad_preference)',
    { path: '/pets', headers: prefer('code=1') },
  ],
  ['the simulator refused the request (simulator_not_described)', { path: '/store/orders' }],
  ['the document has no such path and method', { path: '/animals' }],
  ['the document has no such path and method', { path: '/pets', method: 'DELETE' }],
  ['the document has no method HEAD', { path: '/pets', method: 'HEAD' }],
  [
    "the document doesn't tell why the response is 400",
    { path: '/pets', body: '{"name":"Rex","name":"Rex","categoryId":2}' },
  ],
];

test.each(beyond)('leaves out with the reason that %s', async (reason, sent) => {
  const { descriptions, leftOut } = await record([sent]);
  expect(descriptions).toEqual([]);
  expect(leftOut).toMatchObject([{ reason, count: 1 }]);
});

test('leaves out a body that is too large', async () => {
  const { leftOut } = await record([{ path: '/pets', body: rex }], {}, { maxBody: 10 });
  expect(leftOut).toMatchObject([{ reason: 'the document lists no response 413 for createPet' }]);
});

test('does not count the preflight requests of browsers', async () => {
  const headers = { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'POST' };
  const { descriptions, leftOut } = await record([{ path: '/pets', method: 'OPTIONS', headers }]);
  expect({ descriptions, leftOut }).toEqual({ descriptions: [], leftOut: [] });
});

test('shows the shortest request of a reason, without keys', async () => {
  const { leftOut } = await record([
    { path: '/pets?page=2&api_key=test-key' },
    { path: '/pets?api_key=abc' },
    { path: '/pets?limit=2&page=1000' },
  ]);
  expect(leftOut).toMatchObject([{ request: 'GET /v1/pets?api_key=***', count: 3 }]);
});
