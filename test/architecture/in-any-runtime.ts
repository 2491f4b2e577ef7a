import { resolveChoices } from '../../src/engine/choices/open-points.js';
import { createEngine } from '../../src/engine/engine.js';
import { answerFetch } from '../../src/http/fetch-handler.js';

/** An answer as text, which can be handed from a browser to a test. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: [string, string][];
  readonly text: string;
}

const authorization = { Authorization: 'Bearer test-key' };
const json = { ...authorization, 'Content-Type': 'application/json' };

/** Exchanges that touch all operations, errors, a scenario and an integer that no double holds. */
const requests: readonly [path: string, init: RequestInit][] = [
  ['/v1/pets', { headers: authorization }],
  ['/v1/pets?limit=1&status=sold', { headers: authorization }],
  ['/v1/pets', {}],
  [
    '/v1/pets',
    { method: 'POST', headers: json, body: '{"name":"Zoë 🐕","categoryId":9007199254740993}' },
  ],
  ['/v1/pets', { method: 'POST', headers: json, body: '{"name":' }],
  ['/v1/pets/9223372036854775807', { headers: authorization }],
  ['/v1/pets/999', { headers: authorization }],
  ['/v1/pets/2', { headers: { ...authorization, Prefer: 'code=401' } }],
  ['/sandboxes/browser/v1/pets?limit=1', { headers: authorization }],
];

/** Runs an engine without Node.js and without a network, and returns its answers. */
export async function answersOfAnEngine(): Promise<PlainAnswer[]> {
  const engine = createEngine(
    {
      apiKeys: ['test-key'],
      choices: resolveChoices('default'),
      seed: 1,
      clock: new Date('2030-01-01'),
      latency: { from: 0, to: 0 },
      allow: [],
      corsOrigins: '*',
      corsCredentials: false,
      maxPetMemory: 1024 ** 2,
      maxJournal: 10,
      maxJournalSize: 2 ** 26,
      maxSandboxes: 10,
      deprecatedSince: undefined,
    },
    [
      { id: 1n, name: 'Rex', categoryId: 2n, status: 'available' },
      { id: 9223372036854775807n, name: 'Bubbles', categoryId: 5n, status: 'sold' },
    ],
  );
  const answers: PlainAnswer[] = [];
  for (const [path, init] of requests) {
    const request = new Request(`http://animal-store.test${path}`, init);
    const response = await answerFetch(engine, request, 1024, () => {});
    const { status, headers } = response;
    answers.push({ status, headers: [...headers], text: await response.text() });
  }
  return answers;
}
