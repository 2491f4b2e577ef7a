import { expect, test } from 'vitest';
import { connect, type SimulatorOptions } from '../../../src/index.js';
import { start } from '../../support/simulator.js';

async function openUsed(options: SimulatorOptions = {}) {
  const simulator = await start(options);
  const headers = { Authorization: `Bearer ${simulator.apiKey}` };
  for (const target of ['/pets', '/pets?limit=0']) {
    await fetch(`${simulator.url}${target}`, { headers });
  }
  return simulator;
}

const options = { consumer: 'shop', needs: { Pet: ['id', 'name'], Error: [] } } as const;

test('GET /__admin/pact is the contract of pact()', async () => {
  const simulator = await openUsed();
  const query = 'consumer=shop&needs=Pet=id,name,Error=';
  const response = await fetch(`${simulator.origin}/__admin/pact?${query}`);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.text()).toBe((await simulator.pact(options)).text);
});

test('a simulator elsewhere writes the same contract', async () => {
  const simulator = await openUsed();
  expect(await connect(simulator.url).pact(options)).toEqual(await simulator.pact(options));
});

test.each([
  ['', 'The consumer of a contract is required.'],
  ['?consumer=', 'must be up to 100 printable characters, such as shop; got "".'],
  ['?consumer=shop&needs=Pet=size', 'must be the fields that are read: Pet=id,name,'],
])('GET /__admin/pact%s says what is missing', async (query, message) => {
  const simulator = await openUsed();
  const response = await fetch(`${simulator.origin}/__admin/pact${query}`);
  expect(response.status).toBe(400);
  expect((await response.json()).message).toContain(message);
});

test.each<[number, SimulatorOptions]>([
  [0, {}],
  [1, { consumer: 'shop' }],
])(
  'after the journal is cleared, a contract has %i interactions with %j',
  async (count, started) => {
    const simulator = await openUsed(started);
    await simulator.sandbox('default').clearRequests();
    const { text } = await simulator.pact(options);
    expect(JSON.parse(text).interactions).toHaveLength(count);
  },
);

test('records requests that reach no operation', async () => {
  const simulator = await openUsed();
  await fetch(`${simulator.origin}/pets`);
  // The first call reads the journal; from then on, requests are recorded as they come.
  for (const count of [1, 2]) {
    const { excluded } = await simulator.pact(options);
    const reason = 'the document has no such path and method';
    expect(excluded).toContainEqual({ reason, request: 'GET /pets', count });
    await fetch(`${simulator.origin}/pets`);
  }
});
