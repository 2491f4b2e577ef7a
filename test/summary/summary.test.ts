import { expect, onTestFinished, test } from 'vitest';
import { createSimulator, type SimulatorOptions, startSimulator } from '../../src/index.js';

/** A simulator that was sent requests, with its key unless they say otherwise. */
async function after(
  options: SimulatorOptions,
  ...requests: [target: string, init?: RequestInit][]
) {
  const simulator = createSimulator(options);
  for (const [target, init] of requests) {
    const headers = { Authorization: `Bearer ${simulator.apiKey}`, ...init?.headers };
    await simulator.fetch(`http://localhost${target}`, { ...init, headers });
  }
  return simulator.summary();
}

test('is empty before the first request', () => {
  expect(createSimulator().summary()).toEqual({ exchanges: 0, notes: [], refused: [] });
});

test('has no notes on requests within the document', async () => {
  const summary = await after({ pets: 1 }, ['/v1/pets'], ['/v1/pets?status=sold']);

  expect(summary).toEqual({ exchanges: 2, notes: [], refused: [] });
});

test('counts an open point with section, operation and first request', async () => {
  const { notes } = await after({ pets: 1 }, ['/v1/pets?colour=red'], ['/v1/pets?size=2']);

  expect(notes).toEqual([
    {
      kind: 'open',
      point: 'unknown-query',
      operation: 'listPets',
      section: '4.1',
      count: 2,
      allowed: 0,
      example: 'GET /v1/pets?colour=red',
      callers: [],
    },
  ]);
});

test('counts an open point by operation', async () => {
  const { notes } = await after({ pets: 1 }, ['/v1/pets?a=1'], ['/v1/pets/1?a=1']);

  const open = notes.filter(({ kind }) => kind === 'open');
  expect(open.map(({ operation }) => operation)).toEqual(['listPets', 'getPet']);
});

test('counts a violation by section', async () => {
  const { notes } = await after({}, ['/v1/pets', { headers: { Authorization: 'Bearer wrong' } }]);

  expect(notes.find(({ kind }) => kind === 'violation')).toMatchObject({ section: '5', count: 1 });
});

test('ignores forced responses', async () => {
  const { notes } = await after({ pets: 1 }, ['/v1/pets', { headers: { Prefer: 'code=503' } }]);

  expect(notes.filter(({ kind }) => kind !== 'open')).toEqual([]);
});

test('lists the callers of getPet by sandbox and User-Agent', async () => {
  const as = (name: string) => ({ headers: { 'User-Agent': name } });
  const { notes } = await after(
    { clock: '2030-12-05T00:00:00Z' },
    ['/v1/pets/1', as('shop/2')],
    ['/sandboxes/checkout/v1/pets/1', as('shop/2')],
    ['/v1/pets/2', as('shop/2')],
    ['/v1/pets', as('other/1')],
  );

  const sunset = notes.find(({ point }) => point === 'after-sunset');
  expect(sunset).toMatchObject({ count: 3, operation: 'getPet', section: '9' });
  expect(sunset?.callers).toEqual([
    { sandbox: 'default', userAgent: 'shop/2', count: 2 },
    { sandbox: 'checkout', userAgent: 'shop/2', count: 1 },
  ]);
});

test.each([
  ['the key', '/v1/pets?k=s3cret'],
  ['what is called a token', '/v1/pets?access_token=s3cret'],
  ['what is called a key', '/v1/pets?apiKey=other'],
])('redacts %s in an example', async (_what, target) => {
  const { notes } = await after({ apiKey: 's3cret', pets: 1 }, [target]);

  expect(notes[0]?.example).toMatch(/^GET \/v1\/pets\?\w+=\*\*\*$/);
});

test('limits its memory', async () => {
  const requests = Array.from({ length: 300 }, (_, number): [string, RequestInit] => [
    `/v1/pets/1?a=${'x'.repeat(5_000)}`,
    { headers: { 'User-Agent': `${number}${'x'.repeat(5_000)}` } },
  ]);

  const summary = await after({}, ...requests);

  expect(summary.exchanges).toBe(300);
  expect(summary.notes[0]?.callers).toHaveLength(100);
  expect(JSON.stringify(summary).length).toBeLessThan(40_000);
});

test('outlives the simulator', async () => {
  const simulator = await startSimulator({ pets: 1 });
  onTestFinished(() => simulator.close());
  const headers = { Authorization: `Bearer ${simulator.apiKey}` };
  await fetch(`${simulator.url}/pets?colour=red`, { headers });

  await simulator.close();

  expect(simulator.summary()).toMatchObject({
    exchanges: 1,
    notes: [{ kind: 'open', point: 'unknown-query', count: 1 }],
  });
});
