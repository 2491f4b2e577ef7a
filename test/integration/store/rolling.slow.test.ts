import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Run, run, withKey } from '../../support/command.js';
import { noHaproxy, startHaproxy } from '../../support/haproxy.js';
import { findStablePort } from '../../support/local-programs.js';
import { noRedis, startRedis } from '../../support/redis.js';

/** Starts a simulator that gets ready, and ends with the test. */
async function startReplica(port: number, args: readonly string[]): Promise<Run> {
  const replica = run(['start', '--port', String(port), '--log-level', 'error', ...args]);
  await replica.ready;
  // The first probe loads the app, which takes seconds on a busy machine.
  await fetch(`http://127.0.0.1:${port}/health/ready`);
  return replica;
}

/** How long a client thinks between two requests, in milliseconds; the load is for the deployment to notice. */
const thinkingTime = 10;

/** Sends a request, and returns the body of the response. */
async function send(url: string, body?: string): Promise<string> {
  const init = body && { method: 'POST', body };
  const headers = { ...withKey.headers, 'Content-Type': 'application/json' };
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${response.status} ${text}`);
  }
  return text;
}

/**
 * Has clients create pets and read them back, over connections that stay open. Returns the ids by sandbox, what went
 * wrong, and how many requests were answered.
 */
function startLoad(origin: string, sandboxes: readonly string[]) {
  const created = new Map<string, string[]>(sandboxes.map((name) => [name, []]));
  const failures: string[] = [];
  let answered = 0;
  let isStopping = false;

  const repeat = async (sandbox: string, pets: string[]) => {
    const url = `${origin}/sandboxes/${sandbox}/v1/pets`;
    while (!isStopping) {
      try {
        const id = /"id":(\d+)/.exec(await send(url, '{"name":"Rex","categoryId":2}'))?.[1] ?? '';
        pets.push(id);
        await send(`${url}/${id}`);
        answered += 2;
      } catch (error) {
        failures.push((error as Error).message);
      }
      await pause(thinkingTime);
    }
  };

  // Two clients of each sandbox, whose requests cross each other.
  const clients = [...created, ...created].map(([sandbox, pets]) => repeat(sandbox, pets));
  return {
    created,
    failures,
    get answered() {
      return answered;
    },
    stop: async () => {
      isStopping = true;
      await Promise.all(clients);
    },
  };
}

const missing = noRedis ?? noHaproxy;
beforeEach(({ skip }) => skip(missing !== undefined, missing));

const sandboxes = ['checkout', 'search', 'orders', 'profile'];
const firstNewId = 51;

/** The pets that a sandbox has beside the seeded ones, and how many requests it recorded. */
async function readSandbox(origin: string, name: string) {
  const read = async (path: string) =>
    (await fetch(`${origin}/sandboxes/${name}/__admin/${path}`)).json();
  const [{ pets }, { total }] = await Promise.all([read('pets'), read('requests')]);
  const ids = pets.map(({ id }: { id: string }) => Number(id));
  return { total, ids: ids.filter((id: number) => id >= firstNewId).sort() };
}

test('fails no request and loses nothing while all replicas are replaced', async () => {
  const redis = await startRedis({ appendOnly: true });
  onTestFinished(() => redis.close());
  const ports = await Promise.all(Array.from({ length: 3 }, findStablePort));
  const start = (port: number) =>
    startReplica(port, ['--store', redis.url, '--shutdown-delay', '2500']);
  const replicas = await Promise.all(ports.map(start));
  const { origin, report } = await startHaproxy(ports);
  const load = startLoad(origin, sandboxes);
  onTestFinished(load.stop);

  for (const [index, replica] of replicas.entries()) {
    const before = load.answered;
    await expect.poll(() => load.answered).toBeGreaterThan(before + 100);
    replica.child.kill('SIGTERM');
    expect((await replica.finished).code).toBe(0);
    await start(Number(ports[index]));
    // The next one may go when HAProxy uses this one.
    await expect.poll(report).toContain(`replica-${index + 1} is UP`);
  }
  await load.stop();

  expect(load.failures).toEqual([]);
  for (const [name, ids] of load.created) {
    expect(await readSandbox(origin, name)).toEqual({
      // Each was created once, and read once.
      total: 2 * ids.length,
      ids: ids.map(Number).sort(),
    });
  }
});
