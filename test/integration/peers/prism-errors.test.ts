import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../../src/index.js';
import { type Prism, startPrismProxy, violationsIn } from './start-prism.js';

let simulator: RunningSimulator;
let judge: Prism;

beforeAll(async () => {
  simulator = await startSimulator({ clock: '2030-01-01' });
  // Without --errors: with it, Prism lets no wrong request through.
  judge = await startPrismProxy(simulator.url);
});

afterAll(async () => {
  await judge.stop();
  await simulator.close();
});

/** Who broke the interface, as Prism sees it. */
function accused(response: Response): string[] {
  return [...new Set(violationsIn(response).map(({ location }) => location[0] as string))];
}

function create(body: unknown, authorization: Readonly<Record<string, string>>) {
  return fetch(`${judge.url}/pets`, {
    method: 'POST',
    headers: { ...authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const rightKey = { Authorization: 'Bearer test-key' };
const newPet = { name: 'Rex', categoryId: 2 };

// Malformed JSON isn't among them: Prism answers it itself.
test.for([
  ['has no name', { categoryId: 2 }],
  ['has no categoryId', { name: 'Rex' }],
  ['has a name that is null', { ...newPet, name: null }],
  ['has a fraction for a categoryId', { ...newPet, categoryId: 1.5 }],
  ['has a categoryId in quotes', { ...newPet, categoryId: '2' }],
  ['has a fourth status', { ...newPet, status: 'eaten' }],
  ['is an array', [newPet]],
] as const)('a body that %s gets a 400 that Prism finds right', async ([, body]) => {
  const response = await create(body, rightKey);

  expect(response.status).toBe(400);
  expect(accused(response)).toEqual(['request']);
});

test.for([
  ['no key', {}],
  ['another scheme', { Authorization: 'Basic dGVzdC1rZXk=' }],
] as const)('%s gets a 401 that Prism finds right, for each operation', async ([, headers]) => {
  const responses = [
    await fetch(`${judge.url}/pets`, { headers }),
    await create(newPet, headers),
    await fetch(`${judge.url}/pets/1`, { headers }),
  ];

  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
  expect(responses.flatMap(accused)).toEqual(['request', 'request', 'request']);
});

test('accepts the 404 of an unknown identifier', async () => {
  const response = await fetch(`${judge.url}/pets/999`, { headers: rightKey });

  expect(response.status).toBe(404);
  expect(accused(response)).toEqual([]);
});
