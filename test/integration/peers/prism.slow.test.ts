import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { document } from '../../../src/document/generated/document.js';
import { profileNames, type RunningSimulator, startSimulator } from '../../../src/index.js';
import type { ListeningProgram } from '../../support/listening-program.js';
import { spec, startPrism, violationsIn } from './start-prism.js';
import { alwaysSent, seededPets, type ValidRequest, validRequests } from './valid-requests.js';

const rightKey = { Authorization: 'Bearer test-key' };

function createPet(url: string, body: string, headers: Readonly<Record<string, string>>) {
  const json = { ...headers, 'Content-Type': 'application/json' };
  return fetch(`${url}/pets`, { method: 'POST', headers: json, body });
}

describe('between a client and the simulator', () => {
  let simulator: RunningSimulator;

  beforeAll(async () => {
    // Before the removal of getPet.
    simulator = await startSimulator({ pets: seededPets, clock: '2030-01-01' });
  });
  afterAll(() => simulator.close());

  describe('as a judge that refuses', () => {
    let prism: ListeningProgram;

    beforeAll(async () => {
      prism = await startPrism('proxy', spec, simulator.url, '--errors');
    });
    afterAll(() => prism.close());

    const send = ({ path, body, key }: ValidRequest, sandbox: string) => {
      const headers = { Authorization: `Bearer ${key}.${sandbox}` };
      return body === undefined
        ? fetch(`${prism.url}${path}`, { headers })
        : createPet(prism.url, body, headers);
    };

    test.for(profileNames)('finds no violation under the profile %s', async (profile) => {
      const sandbox = simulator.sandbox(profile);
      // Prism holds identifiers as doubles, and refuses those that a double can't hold.
      await sandbox.settings.set({ profile, choices: { 'id-scheme': 'sequential' } });
      const seen = new Set<string>();

      await fc.assert(
        fc.asyncProperty(validRequests, async (request) => {
          const response = await send(request, sandbox.name);
          await response.arrayBuffer();

          expect(violationsIn(response)).toEqual([]);
          // Prism's own refusals are application/problem+json.
          expect(response.headers.get('content-type')).toBe('application/json');
          expect(request.answers).toContain(response.status);
          seen.add(`${request.operation} ${response.status}`);
        }),
        { examples: alwaysSent.map((request) => [request]), numRuns: 100 },
      );

      expect([...seen]).toEqual(
        expect.arrayContaining([
          'createPet 201',
          'createPet 401',
          'getPet 200',
          'getPet 401',
          'getPet 404',
          'listPets 200',
          'listPets 401',
        ]),
      );
    });
  });

  describe('as a judge that lets wrong requests through', () => {
    let prism: ListeningProgram;

    beforeAll(async () => {
      prism = await startPrism('proxy', spec, simulator.url);
    });
    afterAll(() => prism.close());

    /** Who broke the interface, as Prism sees it. */
    const accusedIn = (response: Response) => [
      ...new Set(violationsIn(response).map(({ location }) => location[0])),
    ];

    const newPet = { name: 'Rex', categoryId: 2 };

    // Malformed JSON isn't among them: Prism answers it itself.
    test.for([
      ['without a name', { categoryId: 2 }],
      ['without a categoryId', { name: 'Rex' }],
      ['with null as name', { ...newPet, name: null }],
      ['with a fraction as categoryId', { ...newPet, categoryId: 1.5 }],
      ['with a categoryId in quotes', { ...newPet, categoryId: '2' }],
      ['with a fourth status', { ...newPet, status: 'eaten' }],
      ['that is an array', [newPet]],
    ] as const)('finds the 400 right for a body %s', async ([, body]) => {
      const response = await createPet(prism.url, JSON.stringify(body), rightKey);

      expect(response.status).toBe(400);
      expect(accusedIn(response)).toEqual(['request']);
    });

    test.for([
      ['no key', {}],
      ['another scheme', { Authorization: 'Basic dGVzdC1rZXk=' }],
    ] as const)('finds the 401 right for %s, of each operation', async ([, headers]) => {
      const responses = [
        await fetch(`${prism.url}/pets`, { headers }),
        await createPet(prism.url, JSON.stringify(newPet), headers),
        await fetch(`${prism.url}/pets/1`, { headers }),
      ];

      expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
      expect(responses.flatMap(accusedIn)).toEqual(['request', 'request', 'request']);
    });

    test('finds the 404 right for an unknown id', async () => {
      const response = await fetch(`${prism.url}/pets/999`, { headers: rightKey });

      expect(response.status).toBe(404);
      expect(accusedIn(response)).toEqual([]);
    });
  });
});

describe('between a client and a service that answers anything', () => {
  const right = { id: 1, name: 'Rex', categoryId: 2, status: 'available' };
  const error = { code: 'not_found', message: 'No animal has the identifier 1.', status: 404 };
  const { id: _id, ...withoutId } = right;
  const { name: _name, ...withoutName } = right;
  const { code: _code, ...withoutCode } = error;

  /** A service that answers what the header `Answer` says. */
  const service = createServer((request, response) => {
    const { status, body } = JSON.parse(String(request.headers.answer));
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  let prism: ListeningProgram;

  beforeAll(async () => {
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    prism = await startPrism('proxy', spec, `http://127.0.0.1:${port}`, '--errors');
  });
  afterAll(async () => {
    await prism.close();
    service.close();
    service.closeAllConnections();
  });

  const getPet = (status: number, body: unknown) =>
    fetch(`${prism.url}/pets/1`, {
      headers: { ...rightKey, Answer: JSON.stringify({ status, body }) },
    });

  test.for([
    ['a Pet with every field', 200, right],
    ['an Error', 404, error],
  ] as const)('Prism lets %s through', async ([, status, body]) => {
    const response = await getPet(status, body);

    expect(response.status).toBe(status);
    expect(violationsIn(response)).toEqual([]);
  });

  test.for([
    ['a Pet without an id', 200, withoutId],
    ['a Pet without a name', 200, withoutName],
    ['an id in quotes', 200, { ...right, id: '1' }],
    ['a fourth status', 200, { ...right, status: 'eaten' }],
    ['a list instead of a Pet', 200, [right]],
    ['an Error without a code', 404, withoutCode],
    ['an Error whose status is a text', 401, { ...error, status: '401' }],
    ['a status that the document does not list', 418, error],
  ] as const)('Prism reports %s', async ([, status, body]) => {
    const response = await getPet(status, body);

    expect(violationsIn(response).map(({ location }) => location[0])).toContain('response');
  });
});

test('a stateless mock serves the list of pets from the spec', async () => {
  const prism = await startPrism('mock', spec);
  onTestFinished(() => prism.close());

  const response = await fetch(`${prism.url}/pets`, { headers: rightKey });

  const { examples } = document.paths['/pets'].get.responses[200].content['application/json'];
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(examples['some-pets'].value);
});
