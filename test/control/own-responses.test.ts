import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSimulator, type Rule } from '../../src/index.js';
import { type Controlled, controlled, openServer } from './open.js';

type Headers = Readonly<Record<string, string>>;

/** Lists pets in a sandbox with one rule. */
async function listWith(simulator: Controlled, rule: Rule, headers: Headers = {}) {
  const sandbox = simulator.sandbox();
  await sandbox.addRule(rule);
  const authorization = { Authorization: `Bearer ${sandbox.apiKey}` };
  const response = await simulator.fetch(`${sandbox.url}/pets`, {
    headers: { ...authorization, ...headers },
  });
  return { response, text: await response.text(), sandbox };
}

controlled('a rule responds with its own JSON, with all digits', async (open) => {
  const body = { errors: [{ id: 9223372036854775807n }], retry: 1.5 };

  const { response, text } = await listWith(await open(), { code: 422, body });

  expect([response.status, text]).toEqual([
    422,
    '{"errors":[{"id":9223372036854775807}],"retry":1.5}',
  ]);
  expect(response.headers.get('content-type')).toBe('application/json');
});

controlled('a rule responds with its own text', async (open) => {
  const { response, text } = await listWith(await open(), { code: 502, body: 'Bad Gatewäy' });

  expect([response.status, text]).toEqual([502, 'Bad Gatewäy']);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

controlled('a rule sends its own headers in place of others', async (open) => {
  const headers = { 'retry-after': '120', 'Content-Type': 'text/html', 'X-Reason': 'test' };

  const { response } = await listWith(await open(), { code: 429, body: '<p>Slow', headers });

  expect(Object.fromEntries(response.headers)).toMatchObject({
    'retry-after': '120',
    'content-type': 'text/html',
    'x-reason': 'test',
  });
});

controlled('a rule with headers alone lets the operation run', async (open) => {
  const { response, text } = await listWith(await open(), { headers: { 'X-Limit': '9' } });

  expect([response.status, response.headers.get('x-limit')]).toEqual([200, '9']);
  expect(JSON.parse(text)).toHaveLength(20);
  expect(response.headers.get('simulator-notes')).toBe(
    'scenario;applied="headers";beyond, open;point=list-order;choice=oldest-first;section="4.1"',
  );
});

for (const [what, rule, note] of [
  ['a status that the document lists', { code: 401 }, 'scenario;applied="code=401"'],
  ['a status that it lists elsewhere', { code: 404 }, 'scenario;applied="code=404";beyond'],
  ['any other status', { code: 418 }, 'scenario;applied="code=418";beyond'],
  ['an own body', { code: 401, body: {} }, 'scenario;applied="code=401";beyond'],
  [
    'own headers',
    { example: 'expired-key', headers: { a: 'b' } },
    'scenario;applied="example=expired-key";beyond',
  ],
] as const) {
  controlled(`notes of a rule whether it is beyond the document: ${what}`, async (open) => {
    const { response } = await listWith(await open(), rule);

    const notes = response.headers.get('simulator-notes')?.split(', ');
    expect(notes).toContain(note);
  });
}

controlled('a rule for all operations forces a status on each', async (open) => {
  const simulator = await open();

  const { sandbox } = await listWith(simulator, { code: 400 });

  const headers = { Authorization: `Bearer ${sandbox.apiKey}` };
  const read = await simulator.fetch(`${sandbox.url}/pets/1`, { headers });
  expect(await read.json()).toMatchObject({ code: 'bad_request', status: 400 });
  expect(await sandbox.rules()).toMatchObject([{ applied: 2 }]);
});

controlled('a snapshot keeps the body and headers of a rule', async (open) => {
  const rule = { code: 500, body: { id: 9007199254740993n }, headers: { 'X-Reason': 'test' } };
  const { sandbox, text } = await listWith(await open(), rule);
  const snapshot = await sandbox.snapshot();

  await sandbox.reset();
  await sandbox.restore(snapshot);

  expect(await sandbox.rules()).toMatchObject([rule]);
  expect(text).toBe('{"id":9007199254740993}');
});

controlled('bounds the bodies of the rules of a sandbox', async (open) => {
  const sandbox = (await open()).sandbox();
  const rule = { code: 500, body: 'x'.repeat(60_000) };
  await Promise.all([1, 2, 3, 4].map(() => sandbox.addRule(rule)));

  await expect(sandbox.addRule(rule)).rejects.toThrow(/at most 262144 characters of JSON together/);
});

test('browser apps may read the own headers of a rule', async () => {
  const simulator = await openServer();

  const { response } = await listWith(
    { ...simulator, fetch },
    { headers: { 'X-Limit': '9' } },
    {
      Origin: 'http://localhost:3000',
    },
  );

  expect(response.headers.get('access-control-expose-headers')).toContain(', x-limit');
});

test('exposes only headers that a rule has', async () => {
  const rule = { code: 503, headers: {} };
  const { response } = await listWith(await openServer(), rule, { Origin: 'http://a.test' });

  expect(response.headers.get('access-control-expose-headers')).toMatch(/WWW-Authenticate$/);
});

test('sends any JSON body as it was set', async () => {
  const simulator = createSimulator();
  const sandbox = simulator.sandbox();
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` };
  const isText = (value: unknown) => typeof value === 'string';
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue().filter((value) => !isText(value)),
      fc.integer({ min: 400, max: 599 }),
      async (body, code) => {
        const rule = await sandbox.addRule({ code, body });
        const response = await simulator.fetch(`${sandbox.url}/pets`, { headers });
        await rule.remove();
        expect(response.status).toBe(code);
        expect(await response.json()).toEqual(JSON.parse(JSON.stringify(body)));
      },
    ),
  );
});
