import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { fakeTime } from '../../support/fake-time.js';
import { pair, writePair } from '../../support/files.js';
import { start } from '../../support/serve.js';
import { close, key, openWire, request } from '../../support/wire.js';

const get = (...headers: string[]) => request('GET /v1/pets/1', [key, ...headers]);

/** Sends bytes on a connection with TLS, and reads until it closes. */
async function sendSecure(port: number, bytes: string): Promise<string> {
  const wire = openWire(port, { ca: pair.cert });
  wire.write(bytes);
  return (await wire.closed).text;
}

test('serves clients that trust its certificate, and no others, and says why', async () => {
  const { origin, port, url, errors } = await start(writePair());

  expect(origin).toBe(`https://127.0.0.1:${port}`);
  expect(await sendSecure(port, get(close))).toContain('"id":1');
  await expect(fetch(`${url}/pets`)).rejects.toMatchObject({
    cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  });
  await expect(fetch(`http://127.0.0.1:${port}/v1/pets`)).rejects.toThrow();
  await expect
    .poll(() => errors)
    .toContainEqual(
      'A TLS handshake failed (http request). Clients must use https:// and trust the certificate of --tls-cert.',
    );
});

test.each(['reset', 'empty'])('fault=%s ends the connection without a response', async (fault) => {
  const { port } = await start(writePair());
  expect(await sendSecure(port, get(`Prefer: fault=${fault}`))).toBe('');
});

test('stops while a connection is in its handshake', async () => {
  const server = await start(writePair());
  const handshaking = connect(server.port, '127.0.0.1').resume();
  handshaking.on('error', () => {}).write(Buffer.from([0x16, 3, 1, 2, 0]));
  await sendSecure(server.port, get(close));
  fakeTime({ toFake: ['setTimeout'] });

  const closed = server.close();
  await vi.advanceTimersByTimeAsync(1_501);

  await expect(closed).resolves.toBeUndefined();
});
