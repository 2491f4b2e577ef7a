import { expect, test } from 'vitest';
import { ask, askOnce, close, key, request, start } from '../http/wire.js';
import { behaviour } from '../support/behaviour.js';
import { expectError } from './refused.js';

const evil = '%0D%0AX-Evil:%201%0D%0A%0D%0Aevil';

/** Places of a request that are repeated in an answer. */
const targets: [name: string, target: string, status: number][] = [
  ['the query twin of an example', `/v1/pets?__example=expired-key${evil}`, 501],
  ['the query twin of a code', `/v1/pets?__code=401${evil}`, 501],
  ['the query twin of a delay', `/v1/pets?__delay=1${evil}`, 501],
  ['the name of a query twin', `/v1/pets?__code${evil}=1`, 501],
  ['the name of a sandbox', `/sandboxes/a${evil}/v1/pets`, 501],
  ['the petId', `/v1/pets/1${evil}`, 404],
  ['the path', `/v1/cats${evil}`, 404],
  ['the limit', `/v1/pets?limit=1${evil}`, 400],
  ['the status', `/v1/pets?status=sold${evil}`, 400],
];

for (const [name, target, status] of targets) {
  behaviour(`adds no header for a line break in ${name}`, async (open) => {
    const client = await open();
    const headers = { Authorization: `Bearer ${client.apiKey}` };

    const answer = await client.send(target, { headers });
    const next = await client.get('/pets');

    expectError(answer, status, []);
    expect(answer.headers.has('x-evil')).toBe(false);
    expect(answer.text).not.toContain('\n');
    expect(next.status).toBe(200);
  });
}

const lines = ['Prefer: code=401', 'Simulator-Sandbox: a', 'Origin: http://a', 'X-Other: a'];

for (const line of lines) {
  for (const [name, character] of [
    ['carriage return', '\r'],
    ['NUL', '\0'],
    ['line feed and a space', '\n '],
  ]) {
    test(`adds no header for a ${name} in ${line} and serves the next request`, async () => {
      const { port } = await start();

      const head = request('GET /v1/pets?limit=1', [key, `${line}${character}X-Evil: 1`, close]);
      const answers = await ask(port, head);
      const next = await askOnce(port, request('GET /v1/pets?limit=1', [key, close]));

      expect(answers).toHaveLength(1);
      expect(answers[0]?.status).toBeGreaterThanOrEqual(400);
      expect(answers[0]?.headers.has('x-evil')).toBe(false);
      expect(next.status).toBe(200);
    });
  }
}

behaviour('repeats only valid header names in a preflight', async (open) => {
  const client = await open();

  const answer = await client.send('/v1/pets', {
    method: 'OPTIONS',
    headers: {
      Origin: 'http://localhost:3000',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-good, "bad", x evil, é, <b>, x-fine',
    },
  });

  const allowed = answer.headers.get('access-control-allow-headers')?.split(', ');
  expect(allowed).toEqual(expect.arrayContaining(['x-good', 'x-fine']));
  expect(allowed?.every((name) => /^[\w-]+$/.test(name))).toBe(true);
});

test('refuses a sandbox name in Latin-1 with 501', async () => {
  const { port } = await start();
  const head = request('GET /v1/pets', [key, 'Simulator-Sandbox: caf\u00e9', close]);
  const answer = await askOnce(port, Buffer.from(head, 'latin1'));
  expect(answer.status).toBe(501);
  expect(JSON.parse(answer.body).code).toBe('simulator_bad_sandbox');
});
