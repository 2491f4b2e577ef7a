import { expect, test } from 'vitest';
import { faults } from '../../../src/document/message.js';
import { start } from '../../support/serve.js';
import { askOnce, close, key, openWire, readAnswers, request } from '../../support/wire.js';

const target = 'GET /v1/pets?limit=3';

async function openFaulty(prefer: string, line = target) {
  const { port } = await start();
  const wire = openWire(port);
  wire.write(request(line, [key, close, `Prefer: ${prefer}`]));
  return wire;
}

test.each([
  ['fault=reset', 'ECONNRESET'],
  ['fault=empty', undefined],
  ['fault=hang, delay=50', 'ECONNRESET'],
])('sends no byte at %s', async (prefer, brokenBy) => {
  const wire = await openFaulty(prefer);
  expect(await wire.closed).toEqual({ text: '', brokenBy });
});

test('sends half of the body at fault=truncate', async () => {
  const { port } = await start();
  const whole = await askOnce(port, request(target, [key, close]));
  const wire = await openFaulty('fault=truncate');

  const [answer] = readAnswers((await wire.closed).text);

  const length = Number(answer?.headers.get('content-length'));
  expect([answer?.status, length]).toEqual([200, whole.body.length]);
  expect(answer?.body).toBe(whole.body.slice(0, Math.floor(length / 2)));
});

test('sends a body that is not JSON at fault=garbage', async () => {
  const { port } = await start();
  const answer = await askOnce(port, request(target, [key, 'Prefer: fault=garbage', close]));
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(Buffer.byteLength(answer.body)).toBe(Number(answer.headers.get('content-length')));
  expect(() => JSON.parse(answer.body)).toThrow(SyntaxError);
});

test('sends the body in ten chunks at fault=dribble', async () => {
  const wire = await openFaulty('fault=dribble, delay=20');
  await wire.waitFor('\r\n0\r\n\r\n');
  wire.destroy();

  const [head = '', body = ''] = (await wire.closed).text.split(/\r\n\r\n(.*)/s);

  expect(head).toContain('Transfer-Encoding: chunked');
  expect(body.match(/^[0-9a-f]+\r$/gm)).toHaveLength(11);
});

test.each(faults)(
  'breaks the response to HEAD as that to GET, without a body: %s',
  async (fault) => {
    const read = async (method: string) => {
      const line = target.replace('GET', method);
      const wire = await openFaulty(`fault=${fault}, delay=20`, line);
      const { text, brokenBy } = await wire.closed;
      const [head, body] = text.split(/\r\n\r\n(.*)/s);
      return { head: head?.replace(/\r\n(?:Date|Transfer-Encoding): .*/g, ''), body, brokenBy };
    };

    const [get, head] = await Promise.all(['GET', 'HEAD'].map(read));

    const whole = { ...get, body: get?.body && '' };
    // There is no body to cut off.
    expect(head).toEqual(fault === 'truncate' ? { head: '' } : whole);
  },
);

test.each([
  ['GET', 'delay=60000'],
  ['HEAD', 'delay=60000'],
  ['GET', 'fault=hang'],
  ['GET', 'fault=dribble, delay=3000'],
])('reports the exchange when a client leaves during a %s with %s', async (method, prefer) => {
  const { port, answers, sandboxes } = await start();
  const wire = openWire(port);
  wire.write(request(target.replace('GET', method), [key, `Prefer: ${prefer}`]));
  await expect.poll(() => sandboxes.read('default', ({ total }) => total)).toBe(1);
  expect(answers).toEqual([]);

  wire.destroy();

  await expect.poll(() => answers.length).toBe(1);
  expect(answers[0]?.entry.duration).toBeGreaterThan(0);
});

test('a response to HEAD has no body to dribble', async () => {
  const { port } = await start();
  const line = target.replace('GET', 'HEAD');

  const { status } = await askOnce(
    port,
    request(line, [key, close, 'Prefer: fault=dribble, delay=60000']),
  );

  expect(status).toBe(200);
});

test('reports a delayed exchange once', async () => {
  const { url, answers, close } = await start();
  const headers = { Authorization: 'Bearer test-key', Prefer: 'delay=5' };
  await (await fetch(`${url}/pets`, { headers })).text();

  await close();

  expect(answers).toHaveLength(1);
});

test('a response that cannot be sent is a defect of the simulator, also after a delay', async () => {
  const { port, sandboxes, errors } = await start();
  const answer = sandboxes.answer.bind(sandboxes);
  sandboxes.answer = (asked) => {
    const { entry, reply } = answer(asked);
    return { entry, reply: { ...reply, status: 42 } };
  };

  for (const prefer of ['return=minimal', 'delay=1']) {
    const broken = await askOnce(port, request(target, [key, `Prefer: ${prefer}`, close]));
    expect([broken.status, JSON.parse(broken.body).code]).toEqual([500, 'simulator_defect']);
  }
  expect(errors).toHaveLength(2);
});
