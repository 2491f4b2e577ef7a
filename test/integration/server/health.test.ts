import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeTime } from '../../support/fake-time.js';
import { findStablePort } from '../../support/local-programs.js';
import { start } from '../../support/simulator.js';
import { key, openWire, readAnswers, request, type WireAnswer } from '../../support/wire.js';

/** A simulator that is stopping, and serves on until the end of the test. */
async function startStopping() {
  const simulator = await start({ shutdownDelay: 60_000 });
  fakeTime({ toFake: ['setTimeout'] });
  const closed = simulator.close();
  onTestFinished(async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    await closed;
  });
  return simulator;
}

/** Sends a request on a connection of its own, which the server must end. */
async function ask(port: number, path: string): Promise<WireAnswer | undefined> {
  const wire = openWire(port);
  wire.write(request(`GET ${path}`, [key]));
  return readAnswers((await wire.closed).text)[0];
}

const readJson = (answer: WireAnswer | undefined) => [
  answer?.status,
  JSON.parse(answer?.body ?? ''),
];

test.each(['live', 'ready'])('answers /health/%s', async (check) => {
  const { origin } = await start();
  const response = await fetch(`${origin}/health/${check}`);
  expect([response.status, await response.json()]).toEqual([200, { status: check }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('is live but not ready while its store is away', async () => {
  const { origin } = await start({ store: `valkey://127.0.0.1:${await findStablePort()}` });

  const [live, ready] = await Promise.all(
    ['live', 'ready'].map((check) => fetch(`${origin}/health/${check}`)),
  );

  expect([live?.status, ready?.status]).toEqual([200, 503]);
  expect(await ready?.json()).toMatchObject({ status: 'store-unavailable' });
});

test('is live but not ready while it waits for load balancers', async () => {
  const { port } = await startStopping();
  expect(readJson(await ask(port, '/health/ready'))).toEqual([
    503,
    { status: 'stopping', message: 'The simulator is stopping. Send requests elsewhere.' },
  ]);
  expect(readJson(await ask(port, '/health/live'))).toEqual([200, { status: 'live' }]);
});
