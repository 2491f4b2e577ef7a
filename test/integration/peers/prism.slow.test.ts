import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { profileNames, startSimulator } from '../../../src/index.js';
import { startPrismProxy, violationsIn } from './start-prism.js';
import { alwaysSent, seededPets, type ValidRequest, validRequests } from './valid-requests.js';

function send(url: string, { path, body, key }: ValidRequest): Promise<Response> {
  const authorization = { Authorization: `Bearer ${key}` };
  return body === undefined
    ? fetch(`${url}${path}`, { headers: authorization })
    : fetch(`${url}${path}`, {
        method: 'POST',
        headers: { ...authorization, 'Content-Type': 'application/json' },
        body,
      });
}

/** Every response that valid requests certainly receive. */
const expectedResponses = [
  'createPet 201',
  'createPet 401',
  'getPet 200',
  'getPet 401',
  'getPet 404',
  'listPets 200',
  'listPets 401',
];

test.for(profileNames)(
  'finds no violation in valid exchanges under the profile %s',
  async (profile) => {
    const simulator = await startSimulator({
      profile,
      pets: seededPets,
      // Prism holds identifiers as doubles, and refuses those that a double can't hold.
      choose: { 'id-scheme': 'sequential' },
      // Before the removal of getPet.
      clock: '2030-01-01',
    });
    onTestFinished(() => simulator.close());
    const prism = await startPrismProxy(simulator.url, '--errors');
    onTestFinished(() => prism.stop());
    const seen = new Set<string>();

    await fc.assert(
      fc.asyncProperty(validRequests, async (request) => {
        const response = await send(prism.url, request);
        await response.arrayBuffer();

        expect(violationsIn(response)).toEqual([]);
        // Prism's own refusals are application/problem+json.
        expect(response.headers.get('content-type')).toBe('application/json');
        expect(request.answers).toContain(response.status);
        seen.add(`${request.operation} ${response.status}`);
      }),
      { examples: alwaysSent.map((request) => [request]), numRuns: 150 },
    );

    expect([...seen]).toEqual(expect.arrayContaining(expectedResponses));
  },
);
