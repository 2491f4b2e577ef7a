import { setImmediate as endTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSimulator, startSimulator } from '../../src/index.js';

const apiKey = ['first-s3cret', 'second-s3cret'];

/** Percent-encodes every character, with hexadecimal digits in lower case. */
const overEncode = (key: string) => Buffer.from(key).toString('hex').replace(/../g, '%$&');
/** Parts of the keys, plain and encoded. */
const leaked = /s3cret|%73%33%63|s3%63ret/i;
const json = { 'Content-Type': 'application/json' };

/** Requests with the keys wherever a client may put them by mistake. */
const requests: readonly [path: string, init: RequestInit][] = apiKey.flatMap((key) => {
  const headers = { ...json, Authorization: `Bearer ${key}` };
  const pet = JSON.stringify({ name: 'Rex', categoryId: 1 });
  return [
    ['/v1/pets', { headers }],
    ['/v1/pets', { method: 'POST', headers, body: pet }],
    ['/v1/pets', { headers: { Authorization: `Bearer ${key}.shop` } }],
    ['/v1/pets', { headers: { Authorization: `bearer ${key}x` } }],
    ['/v1/pets', { headers: { Authorization: `Basic ${key}` } }],
    ['/v1/pets', { headers: { Authorization: key } }],
    ['/v1/pets', { headers: { Authorization: `Bearer ${key}, Bearer ${key}` } }],
    ['/v1/pets', { headers: { ...headers, 'X-Api-Key': key } }],
    [`/v1/pets?access_token=${key}&limit=0`, { headers }],
    [`/v1/pets?access_token=${overEncode(key)}&limit=0`, { headers }],
    [`/v1/pets/${key.replace('c', '%63')}`, { headers }],
    [`/v1/pets/${key}`, { headers }],
    [`/v1/${key}`, { headers }],
    [`/${key}/v1/pets`, { headers }],
    ['/v1/pets', { headers: { ...headers, Prefer: `code=${key}` } }],
    [`/sandboxes/a.${key}/v1/pets`, { headers }],
  ];
});

test('keeps keys out of the journal, the counts, the summary and contracts', async () => {
  const simulator = createSimulator({ apiKey });
  for (const [path, init] of requests) {
    await simulator.fetch(path, init);
  }

  const sandboxes = [simulator.sandbox('default'), simulator.sandbox('shop')];
  const outputs = await Promise.all([
    ...sandboxes.flatMap((sandbox) => [
      sandbox.requests(),
      sandbox.snapshot(),
      sandbox.count({ operation: 'createPet', status: 418 }),
      sandbox.received({ operation: 'createPet', status: 418 }).catch(String),
    ]),
    simulator.summary(),
    simulator.pact({ consumer: 'shop' }),
  ]);

  const text = JSON.stringify(outputs);
  expect(text).toContain('Bearer ***');
  expect(text).not.toMatch(leaked);
});

test.each(['pretty', 'json'] as const)('keeps keys out of a log in %s', async (logFormat) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void write.mockRestore());
  const simulator = await startSimulator({ apiKey, logFormat, logLevel: 'debug' });
  for (const [path, init] of requests) {
    await fetch(`${simulator.origin}${path}`, init);
  }
  await simulator.close();
  await endTurn();

  const lines = write.mock.calls.join('\n');
  expect(lines).toContain('/v1/pets');
  expect(lines).not.toMatch(leaked);
});

test('names the default key, which is no secret', async () => {
  const { fetch: send, summary, sandbox } = createSimulator();
  await send('/v1/pets');

  expect(summary().notes[0]?.message).toContain('Bearer test-key');
  expect(await sandbox('default').requests()).toMatchObject([
    { message: expect.stringContaining('Bearer test-key') },
  ]);
});

const characters = 'aZ0-._~+/'.split('');
const anyKey = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 6 });
const anyName = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '_'), minLength: 1 });

test('any key selects any sandbox', async () => {
  await fc.assert(
    fc.asyncProperty(anyKey, anyName, async (key, name) => {
      const { fetch, sandbox, sandboxes } = createSimulator({ apiKey: key });
      const headers = { Authorization: `Bearer ${sandbox(name).apiKey}` };

      expect((await fetch('/v1/pets', { headers })).status).toBe(200);
      expect((await sandboxes()).map((one) => one.name)).toEqual(['default', name]);
    }),
    { numRuns: 50 },
  );
});
