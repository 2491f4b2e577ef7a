import { expect, onTestFinished, test, vi } from 'vitest';
import { resolveSimulatorOptions } from '../../../src/options/config-file.js';
import { createNodeSimulator } from '../../../src/simulator/node-simulator.js';
import { withKey } from '../../support/command.js';
import { fakeTime } from '../../support/fake-time.js';
import { callHeaders } from '../../support/mcp.js';

const longPoll = 'requests?operation=getPet&wait=9&timeout=60000';

/** Starts a simulator whose waits and whose journal can be watched. */
async function start(options = {}) {
  const node = createNodeSimulator(resolveSimulatorOptions({ logLevel: 'silent', ...options }));
  const simulator = await node.listen();
  onTestFinished(() => simulator.close());
  const sandboxes = await node.core.sandboxes();
  const waits = vi.spyOn(sandboxes.revisions, 'wait');
  const list = () => fetch(`${simulator.url}/pets`, withKey);
  return { ...simulator, sandboxes, waits, list };
}

const callTool = {
  method: 'POST',
  headers: callHeaders,
  body: JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'list_requests', arguments: { wait: 9, timeout: 60_000 } },
  }),
};

const polls = [
  [`/__admin/${longPoll}`, {}],
  ['/__admin/changes?timeout=30000', {}],
  ['/mcp', callTool],
] as const;

/** Polls, and returns when the simulator waits. */
async function poll([path, init]: (typeof polls)[number], signal?: AbortSignal, options = {}) {
  const simulator = await start(options);
  const polling = fetch(simulator.origin + path, { ...init, ...(signal && { signal }) });
  const answered = polling.then((response) => response.text()).catch(() => 'left');
  await vi.waitFor(() => expect(simulator.waits).toHaveBeenCalled(), 10_000);
  return { ...simulator, answered };
}

test.for(polls)('a long poll of %s ends when its client leaves', async (one) => {
  const client = new AbortController();
  const { answered, waits } = await poll(one, client.signal);

  client.abort();

  expect(await answered).toBe('left');
  await waits.mock.results[0]?.value;
});

test.for(polls)('a long poll of %s gets its answer after the shutdown delay', async (one) => {
  const { answered, close, origin } = await poll(one, undefined, { shutdownDelay: 60_000 });
  const onAnswered = vi.fn();
  void answered.then(onAnswered);
  fakeTime({ toFake: ['setTimeout'] });
  const closed = close();

  const { status } = await fetch(`${origin}/health/ready`);
  await fetch(`${origin}/health`);
  const answersBefore = onAnswered.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  await closed;

  expect([status, answersBefore]).toEqual([503, 0]);
  expect(await answered).toContain('{');
});

test('those who wait compare an exchange once', async () => {
  const { sandbox, sandboxes, waits, list } = await start();
  await list();
  const [entry = {}] = await sandboxes.read('default', ({ journal }) => journal);
  const compare = vi.fn(() => 'listPets');
  Object.defineProperty(entry, 'operation', { get: compare });
  const waiting = [1, 2, 3].map(() =>
    sandbox('default').requests({ operation: 'listPets', wait: 4, timeout: 60_000 }),
  );
  await vi.waitFor(() => expect(waits).toHaveBeenCalledTimes(3));

  const before = compare.mock.calls.length;
  await list();
  await list();

  expect(compare.mock.calls.length).toBe(before);
  await list();
  expect((await Promise.all(waiting)).map(({ length }) => length)).toEqual([4, 4, 4]);
});

test('those who wait count what the journal still has', async () => {
  const { sandbox, url, list } = await start({ maxJournal: 2 });
  const { requests, clearRequests, rules } = sandbox('default');
  const getMissing = () => fetch(`${url}/pets/0`, withKey);
  let found = 0;
  const waiting = requests({ status: 404, wait: 2, timeout: 60_000 }).then(({ length }) => {
    found = length;
  });

  // The first is dropped, and the next are cleared, before there are two.
  for (const act of [getMissing, list, list, getMissing, clearRequests, getMissing, list]) {
    await act();
    await rules();
    expect(found).toBe(0);
  }
  await getMissing();
  await getMissing();
  await waiting;

  expect(found).toBe(2);
});
