import { expect, onTestFinished, test } from 'vitest';
import { createSimulator, startSimulator } from '../../src/index.js';
import { formatSummary } from '../../src/summary/text.js';

const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };

/** A server that was asked for those paths. */
async function startedAndAsked(...targets: readonly string[]) {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  for (const target of targets) {
    await (await fetch(`${simulator.origin}${target}`, { headers })).text();
  }
  return simulator.summary();
}

test('counts a path without /v1 as a violation of section 9', async () => {
  const { exchanges, notes } = await startedAndAsked('/pets?limit=2', '/v2/pets');

  expect(exchanges).toBe(0);
  expect(notes).toMatchObject([
    { kind: 'violation', section: '9', count: 2, allowed: 0, example: 'GET /pets?limit=2' },
  ]);
  expect(notes[0]?.message).toContain(
    '"/pets" is not a path of this server. The service is at /v1/pets',
  );
});

test('counts a path without /v1 without a server', async () => {
  const simulator = createSimulator();

  await simulator.fetch('http://localhost/pets', { headers });

  expect(simulator.summary().notes).toMatchObject([
    { kind: 'violation', section: '9', example: 'GET /pets' },
    { kind: 'open', point: 'error-codes' },
  ]);
});

test('ignores documents, /__admin and requests of browsers', async () => {
  const summary = await startedAndAsked(
    '/',
    '/health',
    '/openapi.json',
    '/__admin/sandboxes',
    '/__admin/unknown',
    '/favicon.ico',
    '/.well-known/appspecific/com.chrome.devtools.json',
  );

  expect(summary).toEqual({ exchanges: 0, notes: [], refused: [] });
});

test('counts refused requests with their message', async () => {
  const simulator = createSimulator();
  const { fetch } = simulator;

  await fetch('http://localhost/v1/pets?__code=418', { headers });
  await fetch('http://localhost/v1/pets?__cod=404', { headers });

  const { refused } = simulator.summary();
  expect(refused).toMatchObject([
    { code: 'simulator_bad_preference', count: 2, example: 'GET /v1/pets?__code=418' },
  ]);
  expect(refused[0]?.message).toContain('has no response 418');
});

test('shows refused requests in the text', async () => {
  const simulator = createSimulator({ maxPetMemory: 1, pets: 1 });
  const body = '{"name":"Rex","categoryId":1,"status":"sold"}';
  await simulator.fetch('http://localhost/v1/pets', { method: 'POST', headers, body });

  const text = formatSummary(simulator.summary());

  expect(text).toContain('Refused: the simulator answered with 501 instead of the service');
  expect(text).toContain('1× simulator_full\n         example: POST /v1/pets\n');
  expect(text).not.toContain('used only what the document promises');
  expect(text).not.toContain('id-scheme');
});
