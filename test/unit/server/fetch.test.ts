import { expect, onTestFinished, test, vi } from 'vitest';
import type { Answer } from '../../../src/engine/handle.js';
import { createFetch } from '../../../src/server/fetch.js';
import { createSandboxes } from '../../support/serve.js';

const authorization = { Authorization: 'Bearer test-key' };

function open() {
  const answers: Answer[] = [];
  const fetch = createFetch({
    sandboxes: createSandboxes(),
    maxBody: 1_024,
    origin: 'http://localhost',
    onExchange: (answer) => void answers.push(answer),
  });
  const get = (prefer: string, signal: AbortSignal | null = null, method = 'GET') =>
    fetch('/v1/pets', { method, headers: { ...authorization, Prefer: prefer }, signal });
  return { answers, fetch, get };
}

test('answers a Request, a URL and a path', async () => {
  const { fetch, answers } = open();
  const headers = { ...authorization, 'Content-Type': 'application/json' };
  const body = '{"name":"Rex","categoryId":9007199254740993}';

  const created = await fetch(new Request('http://any/v1/pets', { method: 'POST', headers, body }));
  const read = await fetch(new URL('http://other/v1/pets/51'), { headers });
  const listed = await fetch('/v1/pets?limit=2', { headers });

  expect([created.status, await read.text()]).toEqual([201, await created.text()]);
  expect(await listed.json()).toHaveLength(2);
  expect(answers.map(({ reply }) => reply.status)).toEqual([201, 200, 200]);
  expect(answers[0]?.entry.duration).toBeGreaterThan(0);
});

test('reads headers whose names keep their case, as those of happy-dom do', async () => {
  class SpellingRequest extends Request {
    override get headers() {
      const entries = [...super.headers].map(([name, value]) => [name.toUpperCase(), value]);
      return new Map(entries as [string, string][]) as unknown as Headers;
    }
  }
  vi.stubGlobal('Request', SpellingRequest);
  onTestFinished(() => void vi.unstubAllGlobals());

  expect((await open().get('code=503')).status).toBe(503);
});

test.each(['fault=reset', 'fault=empty', 'fault=hang, delay=20'])(
  'rejects with a TypeError at %s, and HEAD as GET',
  async (prefer) => {
    const { get } = open();
    await expect(get(prefer)).rejects.toThrow(TypeError);
    await expect(get(prefer, null, 'HEAD')).rejects.toThrow(TypeError);
  },
);

test('breaks the body at fault=truncate', async () => {
  const response = await open().get('fault=truncate');
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow(TypeError);
  // There is no body to cut off.
  await expect(open().get('fault=truncate', null, 'HEAD')).rejects.toThrow('fault=empty');
});

test('changes nothing in a body that dribbles', async () => {
  const { get } = open();
  const whole = await (await get('')).text();
  expect(await (await get('fault=dribble, delay=9')).text()).toBe(whole);
});

test('stops a delay and a body when the request is aborted', async () => {
  const { get, answers } = open();
  await expect(get('delay=60000', AbortSignal.timeout(20))).rejects.toThrow(/timeout/);
  expect(answers).toHaveLength(1);
  await expect(get('delay=60000', AbortSignal.abort())).rejects.toThrow(/abort/);

  const controller = new AbortController();
  const response = await get('fault=dribble', controller.signal);
  controller.abort();
  await expect(response.text()).rejects.toThrow(/abort/);
});

test('stops a body that nobody reads', async () => {
  const response = await open().get('fault=dribble');
  await expect(response.body?.cancel()).resolves.toBeUndefined();
});
