import { once } from 'node:events';
import { createServer } from 'node:http';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { noHaproxy, startHaproxy } from '../../support/haproxy.js';
import { findStablePort } from '../../support/local-programs.js';

beforeEach(({ skip }) => skip(noHaproxy !== undefined, noHaproxy));

/** Starts a server that answers with its number, as a simulator would. */
async function startReplica(number: number) {
  const port = await findStablePort();
  const server = createServer((_request, response) => {
    if (!replica.isHanging) {
      response.end(`${number}`);
    }
  });
  const replica = { port, isHanging: false };
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  return Object.assign(replica, { close });
}

/** Starts three replicas with HAProxy in front of them. */
async function deploy() {
  const replicas = await Promise.all([1, 2, 3].map(startReplica));
  const { origin } = await startHaproxy(replicas.map(({ port }) => port));
  const send = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(origin + path, { headers });
    return { status: response.status, text: await response.text() };
  };
  return { replicas, send };
}

const names = Array.from({ length: 30 }, (_, place) => `job-${place}`);

test('sends a sandbox to one replica, however it is selected', async () => {
  const { send } = await deploy();

  const used = await Promise.all(
    names.map(async (name) => {
      const answers = [
        await send(`/sandboxes/${name}/v1/pets`, { Authorization: 'Bearer test-key' }),
        await send(`/sandboxes/${name}/__admin/rules`),
        await send('/v1/pets', { Authorization: `Bearer test-key.${name}` }),
      ];
      return new Set(answers.map(({ text }) => text));
    }),
  );

  expect(used.map(({ size }) => size)).toEqual(names.map(() => 1));
  expect(new Set(used.flatMap((replicas) => [...replicas])).size).toBe(3);
});

test('cuts off a replica that hangs, with JSON for the requests that it has', async () => {
  const { replicas, send } = await deploy();
  const paths = names.map((name) => `/sandboxes/${name}/v1/pets`);

  Object.assign(replicas[0] ?? {}, { isHanging: true });
  const started = performance.now();
  const first = await Promise.all(paths.map((path) => send(path)));
  const seconds = (performance.now() - started) / 1_000;
  const next = await Promise.all(paths.map((path) => send(path)));

  const cut = first.filter(({ status }) => status !== 200);
  expect(cut.length).toBeGreaterThan(0);
  for (const { status, text } of cut) {
    expect([status, JSON.parse(text)]).toMatchObject([504, { status: 504 }]);
  }
  expect(seconds).toBeLessThan(60);
  expect(new Set(next.map(({ status }) => status))).toEqual(new Set([200]));
});

test('says that no replica is ready', async () => {
  const { replicas, send } = await deploy();

  for (const { close } of replicas) {
    close();
  }

  await expect
    .poll(async () => JSON.parse((await send('/v1/pets')).text))
    .toMatchObject({ code: 'simulator_store_unavailable', status: 501 });
});
