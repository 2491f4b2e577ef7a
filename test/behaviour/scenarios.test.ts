import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { faults } from '../../src/document/message.js';
import { createSimulator } from '../../src/index.js';
import { type Answer, behaviour, type Client, openFetch } from '../support/behaviour.js';
import { readSpec } from './document/spec.js';

const pet = { name: 'Rex', categoryId: 2, status: 'available' };

type Send = (client: Client, query: string, prefer?: string) => Promise<Answer>;

const withPrefer = (prefer?: string): Record<string, string> =>
  prefer === undefined ? {} : { Prefer: prefer };

/** A call of each operation that succeeds when nothing is forced. */
const calls: Readonly<Record<string, Send>> = {
  listPets: (client, query, prefer) => client.get(`/pets${query}`, withPrefer(prefer)),
  createPet: (client, query, prefer) => client.post(`/pets${query}`, pet, withPrefer(prefer)),
  getPet: (client, query, prefer) => client.get(`/pets/1${query}`, withPrefer(prefer)),
};

const call = (name: string) => calls[name] as Send;

const successes = { listPets: 200, createPet: 201, getPet: 200 };

for (const [name, success] of Object.entries(successes)) {
  behaviour(`accepts code and example in the query of ${name}`, async (client) => {
    const answer = await call(name)(client, '?__code=401&__example=expired-key');

    expect(answer.json.message).toContain('expired');
    expect(answer.headers.get('preference-applied')).toBe('code=401, example=expired-key');
  });

  test(`code=${success} runs ${name}`, async () => {
    const plain = await call(name)(await openFetch(), '');

    const answer = await call(name)(await openFetch(), '', `code=${success}`);

    expect([answer.status, answer.text]).toEqual([success, plain.text]);
    expect(answer.headers.get('preference-applied')).toBe(`code=${success}`);
    expect(answer.headers.get('simulator-notes')).toBe(plain.headers.get('simulator-notes'));
  });
}

behaviour('explains an error that the document does not list', async (client) => {
  const { json } = await call('listPets')(client, '', 'code=418');

  const message = expect.stringContaining('beyond');
  expect(json).toEqual({ code: 'status_418', message, status: 418 });
});

for (const [name, example, status] of [
  ['createPet', 'missing-name', 400],
  ['getPet', 'no-such-pet', 404],
] as const) {
  behaviour(`forces the example ${example} of the spec`, async (client) => {
    const { examples } =
      readSpec().components.responses[status === 400 ? 'BadRequest' : 'NotFound'].content[
        'application/json'
      ];

    const answer = await call(name)(client, '', `example=${example}`);

    expect([answer.status, answer.json]).toEqual([status, examples[example].value]);
  });
}

behaviour('refuses to pretend a success', async (client) => {
  const answer = await call('createPet')(client, '', 'example=created-pet');

  expect(answer.status).toBe(501);
  expect(answer.json.message).toContain('createPet has no error as example "created-pet"');
});

for (const [where, query, prefer] of [
  ['one header', '', 'code=503, delay=1'],
  ['the query', '?__code=503&__delay=1', undefined],
  ['header and query', '?__delay=1', 'code=503'],
] as const) {
  behaviour(`combines a status and a delay in ${where}`, async (client) => {
    const answer = await call('createPet')(client, query, prefer);

    expect(answer.status).toBe(503);
    expect(answer.headers.get('preference-applied')).toBe('code=503, delay=1');
    expect(answer.headers.get('simulator-notes')).toBe(
      'scenario;applied="code=503";beyond, scenario;applied="delay=1";beyond',
    );
  });
}

behaviour('a pet exists after code=201', async (client) => {
  const { id } = (await client.post('/pets', pet, { Prefer: 'code=201' })).json;

  expect((await client.get(`/pets/${id}`)).json).toEqual({ id, ...pet });
});

behaviour('code=200 does not make an unknown pet exist', async (client) => {
  const answer = await client.get('/pets/999', { Prefer: 'code=200, delay=1' });

  expect(answer.status).toBe(404);
  expect(answer.headers.get('preference-applied')).toBe('delay=1');
});

behaviour('stores nothing for a forced error', async (client) => {
  await client.post('/pets', pet, { Prefer: 'code=503' });

  expect((await client.post('/pets', pet)).json.id).toBe(51);
});

behaviour(
  'a forced response has the headers of its status, and the next one is not forced',
  async (client) => {
    for (const [prefer, name, value] of [
      ['code=429', 'retry-after', '1'],
      ['code=503', 'retry-after', '1'],
      ['code=401', 'www-authenticate', 'Bearer'],
      ['code=404', 'www-authenticate', null],
    ] as const) {
      const answer = await client.get('/pets/1', { Prefer: prefer });
      expect([prefer, answer.headers.get(name)]).toEqual([prefer, value]);
      expect((await client.get('/pets/1')).status).toBe(200);
    }
  },
);

describe('the simulator refuses', () => {
  for (const [what, path, prefer, legal] of [
    ['a success that the operation does not list', '/pets', 'code=201', '200, 401'],
    ['a status that is none', '/pets', 'code=banana', 'code=404'],
    ['a status behind a zero', '/pets', 'code=0503', 'code=404'],
    ['a status of another kind', '/pets', 'code=302', 'any from 400 to 599'],
    ['an example that is no name', '/pets', 'example=No_such-key', 'the name of an example'],
    ['an unknown example', '/pets/1', 'example=nothing', 'no-such-pet'],
    ['an example of another status', '/pets/1', 'code=404, example=expired-key', 'no-such-pet'],
    ['no example of a status', '/pets/1', 'code=404, example=nothing', 'with code=404. Use one'],
    ['a delay that is none', '/pets', 'delay=soon', 'delay=800'],
    ['an unknown fault', '/pets', 'fault=explode', faults.join(', ')],
    ['a malformed header', '/pets', 'code=', 'code=404'],
    ['a header that is no list', '/pets', 'code="404', 'RFC 7240'],
    ['an unknown query twin', '/pets?__cod=404', undefined, 'code=404'],
  ] as const) {
    behaviour(what, async (client) => {
      const answer = await client.get(path, prefer ? { Prefer: prefer } : {});

      expect(answer.status).toBe(501);
      expect(answer.json.code).toBe('simulator_bad_preference');
      expect(answer.json.message).toContain(legal);
    });
  }
});

behaviour('reads Prefer as RFC 7240 has it', async (client) => {
  for (const prefer of [
    'code="404"',
    'CODE=404',
    'respond-async, code=404;foo=bar, wait=10',
    'code=404, code=401',
    'code = 404',
    ', ,code=404,',
    'foo="a, code=401", code=404',
  ]) {
    expect([prefer, (await client.get('/pets/1', { Prefer: prefer })).status]).toEqual([
      prefer,
      404,
    ]);
  }
});

test('waits for the delay and no longer', async () => {
  const simulator = createSimulator();
  const ask = (Prefer: string) =>
    simulator.fetch('/v1/pets', { headers: { Authorization: 'Bearer test-key', Prefer } });
  // The pets are read from a file, which takes real time: let that be over.
  await ask('code=200');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let answered = false;
  const answer = ask('delay=800').finally(() => {
    answered = true;
  });

  await vi.advanceTimersByTimeAsync(799);
  expect(answered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await answer).headers.get('preference-applied')).toBe('delay=800');
});

test('a forced error has the code that the choice gives it', async () => {
  const client = await openFetch({ choices: { 'error-codes': 'opaque' } });
  for (const [prefer, code] of [
    ['code=503', 'E2019'],
    ['code=418', 'E9418'],
    ['example=missing-name', 'E1017'],
  ] as const) {
    expect((await client.post('/pets', pet, { Prefer: prefer })).json.code).toBe(code);
  }
});

test('a query twin is no unknown query parameter', async () => {
  const client = await openFetch({ choices: { 'unknown-query': 'reject' } });

  expect((await client.get('/pets?__delay=1')).status).toBe(200);
});
