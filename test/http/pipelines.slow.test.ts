import diagnostics from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { close, key, openWire, readAnswers, request, start } from './wire.js';

const delayed = (delay: number) => request('GET /v1/pets/1', [key, `Prefer: delay=${delay}`]);
const quick = request('OPTIONS *', []);
/** The requests in 64 KiB, which Node.js reads at once. */
const inOneRead = Math.floor(65_536 / quick.length);

/** Counts the requests that were received and not answered yet. */
function watchPending(): { readonly max: number } {
  let pending = 0;
  const watch = { max: 0 };
  const onStart = () => {
    pending += 1;
    watch.max = Math.max(watch.max, pending);
  };
  const onFinish = () => {
    pending -= 1;
  };
  diagnostics.subscribe('http.server.request.start', onStart);
  diagnostics.subscribe('http.server.response.finish', onFinish);
  onTestFinished(() => {
    diagnostics.unsubscribe('http.server.request.start', onStart);
    diagnostics.unsubscribe('http.server.response.finish', onFinish);
  });
  return watch;
}

test('reads no further while many requests of a connection wait', async () => {
  const { port } = await start();
  const watch = watchPending();
  const wire = openWire(port);

  wire.write(delayed(100) + quick.repeat(3_000) + request('OPTIONS *', [close]));
  const answers = readAnswers((await wire.closed).text);

  expect(answers).toHaveLength(3_002);
  expect(watch.max).toBeLessThanOrEqual(inOneRead + 64);
});

test('refuses a connection when too many requests of all wait', async () => {
  const { port } = await start();
  const watch = watchPending();
  const wires = Array.from({ length: 8 }, () => openWire(port));

  for (const wire of wires) {
    wire.write(delayed(800) + quick.repeat(inOneRead - 3) + request('OPTIONS *', [close]));
  }
  const closed = await Promise.all(wires.map((wire) => wire.closed));

  const all = closed.map(({ text }) => readAnswers(text).map(({ status }) => status));
  const refused = all.filter((statuses) => statuses.at(-1) === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(all.map(([first]) => first))).toEqual(new Set([200]));
  expect(new Set(all.flatMap((statuses) => statuses.slice(1, -1)))).toEqual(new Set([204]));
  expect(watch.max).toBeLessThan(10_000 + 8 * inOneRead);
  const next = openWire(port);
  next.write(request('GET /v1/pets', [key, close]));
  expect((await next.closed).text).toContain('200 OK');
});
