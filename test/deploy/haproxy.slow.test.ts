import { once } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { withKey } from '../support/command.js';
import { noHaproxy } from '../support/haproxy.js';
import { type Deployment, deploy } from './replicas.js';

beforeEach(({ skip }) => skip(noHaproxy !== undefined, noHaproxy));

const names = Array.from({ length: 30 }, (_, index) => `job-${index}`);

/** Sends one request in each way to select a sandbox, and returns how many its replica has recorded. */
async function countRecorded({ origin }: Deployment, name: string): Promise<number> {
  await fetch(`${origin}/sandboxes/${name}/v1/pets`, withKey);
  await fetch(`${origin}/v1/pets`, { headers: { Authorization: `Bearer test-key.${name}` } });
  const response = await fetch(`${origin}/sandboxes/${name}/__admin/requests`);
  return (await response.json()).total;
}

/** The number of sandboxes that each replica has, without `default`. */
function countSandboxes({ replicas }: Deployment): Promise<number[]> {
  return Promise.all(
    replicas.map(async ({ origin }) => {
      const response = await fetch(`${origin}/__admin/sandboxes`);
      return (await response.json()).sandboxes.length - 1;
    }),
  );
}

test('sends a sandbox to one replica, however it is selected', async () => {
  const deployment = await deploy();

  const recorded = await Promise.all(names.map((name) => countRecorded(deployment, name)));

  expect(new Set(recorded)).toEqual(new Set([2]));
  const counts = await countSandboxes(deployment);
  expect(counts.reduce((sum, count) => sum + count)).toBe(names.length);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test('fails no request when a replica is gone', async () => {
  const deployment = await deploy();
  await Promise.all(names.map((name) => countRecorded(deployment, name)));
  const { child } = deployment.replicas[1]?.current ?? {};

  child?.kill('SIGKILL');
  await once(child ?? process, 'exit');

  const statuses = names.map(async (name) => {
    const body = '{"name":"Rex","categoryId":2}';
    const headers = { ...withKey.headers, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body };
    return (await fetch(`${deployment.origin}/sandboxes/${name}/v1/pets`, init)).status;
  });
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([201]));
  // Only its sandboxes moved.
  const { replicas } = deployment;
  const after = await countSandboxes({
    ...deployment,
    replicas: replicas.filter((_, i) => i !== 1),
  });
  expect(after.reduce((sum, count) => sum + count)).toBe(names.length);
});

test('says that no replica is ready', async () => {
  const { origin, replicas } = await deploy();

  for (const { current } of replicas) {
    current.child.kill('SIGTERM');
    await current.finished;
  }

  await expect
    .poll(async () => (await fetch(`${origin}/v1/pets`, withKey)).json())
    .toMatchObject({ code: 'simulator_store_unavailable', status: 501 });
});
