import { spawn } from 'node:child_process';
import { Redis } from 'iovalkey';
import { expect, onTestFinished, test } from 'vitest';
import type { RunningSimulator, SimulatorOptions } from '../../src/index.js';
import { openReplicas } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

async function open(options: SimulatorOptions = {}) {
  const store = redis().takeDatabase();
  const [first, second, third] = (await openReplicas({ store, ...options })) as [
    RunningSimulator,
    RunningSimulator,
    RunningSimulator,
  ];
  const client = new Redis(store);
  onTestFinished(() => client.disconnect());
  return { first, second, third, client };
}

const call = (simulator: RunningSimulator, path = '/pets', init: RequestInit = {}) =>
  fetch(`${simulator.url}${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${simulator.apiKey}.box`, ...init.headers },
  });

async function create(simulator: RunningSimulator, name = 'Rex'): Promise<number> {
  const body = JSON.stringify({ name, categoryId: 1 });
  const headers = { 'Content-Type': 'application/json' };
  const response = await call(simulator, '/pets', { method: 'POST', body, headers });
  return ((await response.json()) as { id: number }).id;
}

async function repeat(times: number, act: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < times; done += 50) {
    await Promise.all(Array.from({ length: Math.min(50, times - done) }, act));
  }
}

/** All that the admin interface shows of a sandbox. */
async function readAll(simulator: RunningSimulator) {
  const box = simulator.sandbox('box');
  const [state, requests, rules] = [await box.snapshot(), await box.requests(), await box.rules()];
  return { state, requests, rules };
}

test('does not mistake a sandbox that began again for the one before', async () => {
  const { first, second } = await open();
  await create(first, 'before');
  await create(first, 'before too');
  await second.sandbox('box').drop();
  await create(second, 'after');

  expect(await create(first, 'after too')).toBe(52);

  const { pets } = await first.sandbox('box').snapshot();
  expect(pets.slice(50).map(({ name }) => name)).toEqual(['after', 'after too']);
});

test('shows the same in a simulator that was there, one that slept, and one that loads', async () => {
  const { first, second, third, client } = await open({ maxJournal: 100, clock: '2030-01-01' });
  await create(second);
  await first.sandbox('box').addRule({ operation: 'getPet', code: 503, times: 2 });
  await repeat(50, () => create(first));
  await call(first, '/pets/7');
  await repeat(1_000, () => call(first));
  await create(first);

  // Beyond what the journals keep, the log begins at the checkpoint.
  expect(await client.xlen('animal-store:2:{box}:log')).toBeLessThan(400);
  const expected = await readAll(first);
  expect(expected.requests).toHaveLength(100);
  expect(await readAll(second)).toEqual(expected);
  expect(await readAll(third)).toEqual(expected);
  expect(await create(second)).toBe(103);
  expect((await call(third, '/pets/7')).status).toBe(503);
  expect((await call(second, '/pets/7')).status).toBe(200);
});

test('loads its scripts again when the store forgot them', async () => {
  const { first, client } = await open();
  await create(first);

  await client.script('FLUSH');

  expect(await create(first)).toBe(52);
});

test('takes one round trip for a request, and none more for the pets', async () => {
  const { first, client } = await open();
  await create(first);
  await call(first);
  await client.config('RESETSTAT');

  // One after the other: requests that wait while another one is appended would share a round trip.
  for (let request = 0; request < 10; request += 1) {
    await call(first);
  }
  await create(first);

  const stats = await client.info('commandstats');
  const scripts = [...stats.matchAll(/cmdstat_(?:evalsha|eval):calls=(\d+)/g)];
  const sum = scripts.reduce((total, [, calls]) => total + Number(calls), 0);
  expect(sum).toBeGreaterThanOrEqual(11);
  // On a busy machine one may be repeated.
  expect(sum).toBeLessThan(2 * 11);
  expect(stats).not.toContain('cmdstat_xrange');
});

test('waits for requests that another simulator answers', async () => {
  const { first, second } = await open();
  await call(first);
  const waiting = second.sandbox('box').requests({ wait: 3, timeout: 30_000 });

  await call(first);
  await call(first);

  expect(await waiting).toHaveLength(3);
});

/** Reads the events of all sandboxes. */
async function openStream(simulator: RunningSimulator) {
  const stream = await fetch(`${simulator.origin}/__admin/events?all=true`);
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  onTestFinished(() => reader.cancel());
  const decoder = new TextDecoder();
  let events = '';
  const readUntil = async (isEnough: (events: string) => boolean) => {
    while (!isEnough(events)) {
      const { value } = await reader.read();
      events += decoder.decode(value);
    }
    return events;
  };
  await readUntil((text) => text.includes(': exchanges'));
  return readUntil;
}

/** Sends a request again and again until a stream has it: it may begin after the first ones. */
async function callUntil(isDone: () => Promise<unknown>, act: () => Promise<unknown>) {
  const calls = setInterval(() => void act().catch(() => {}), 50);
  onTestFinished(() => clearInterval(calls));
  await isDone();
  clearInterval(calls);
}

test('streams the requests that other simulators answer', async () => {
  const { first, second } = await open();
  const readUntil = await openStream(first);

  const isTold = (events: string) => events.includes('"path":"/v1/pets/7"');
  await callUntil(
    () => readUntil(isTold),
    () => call(second, '/pets/7'),
  );

  expect(await readUntil(isTold)).toContain('event: exchange');
});

test('streams each request once while the connection for messages is lost again and again', async () => {
  const { first, second, client } = await open();
  const readUntil = await openStream(first);
  const readNames = (events: string) =>
    [...events.matchAll(/"sandbox":"(job-\d+)"/g)].map(([, name]) => name);
  const callJob = (job: number) =>
    call(second, '/pets', { headers: { Authorization: `Bearer test-key.job-${job}` } });
  await callUntil(
    () => readUntil((events) => readNames(events).includes('job-0')),
    () => callJob(0),
  );

  const jobs = Array.from({ length: 50 }, (_, place) => place + 1);
  for (const job of jobs) {
    await client.client('KILL', 'TYPE', 'PUBSUB');
    await callJob(job);
  }
  const isDone = (events: string) => new Set(readNames(events)).size === 1 + jobs.length;
  const names = readNames(await readUntil(isDone)).filter((name) => name !== 'job-0');

  expect(names.sort()).toEqual(jobs.map((job) => `job-${job}`).sort());
});

test('sends no key or token to the store', async () => {
  const apiKey = 'a-key-of-ours';
  const adminToken = 'a-token-of-ours';
  const { first, client } = await open({ apiKey, adminToken });
  const monitor = spawn('redis-cli', ['-p', `${redis().port}`, 'monitor']);
  onTestFinished(() => void monitor.kill());
  let sent = '';
  monitor.stdout.on('data', (chunk) => {
    sent += chunk;
  });
  await expect.poll(() => sent).toContain('OK');
  const box = first.sandbox('box');

  await box.reset({ test: `uses ${apiKey}`, pets: [{ name: adminToken, categoryId: 1 }] });
  await box.addRule({
    match: { headers: { authorization: `Bearer ${apiKey}.box` } },
    code: 503,
    times: 1,
    body: { token: adminToken },
  });
  const refused = await call(first, `/pets?token=${apiKey}`);
  await create(first, `named ${apiKey}`);

  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual({ token: adminToken });
  const last = await (await call(first, '/pets/2')).json();
  expect(last).toMatchObject({ name: `named ${apiKey}` });
  await client.echo('the end');
  await expect.poll(() => sent).toContain('the end');
  expect(sent).toContain('animal-store:2:{box}:log');
  expect(sent).not.toContain(apiKey);
  expect(sent).not.toContain(adminToken);
});

test('lets idle sandboxes expire, and their pets later', async () => {
  const { first, client } = await open({ sandboxTtl: '1h' });
  await first.sandbox('box').reset({ pets: [{ name: 'Rex', categoryId: 1 }] });

  const keys = await client.keys('animal-store:2:*');
  const times = await Promise.all(keys.map(async (key) => [key, await client.pttl(key)] as const));
  for (const [key, time] of times.filter(([name]) => !name.endsWith(':index'))) {
    expect(time, key).toBeGreaterThan(0);
    expect(time, key).toBeLessThanOrEqual(key.includes(':pets:') ? 7_200_000 : 3_600_000);
  }
});

test('keeps a sandbox for longer when it is used', async () => {
  const { first, second, client } = await open({ sandboxTtl: '1h' });
  await create(first);
  const keys = await client.keys('animal-store:2:{box}:*');
  for (const key of keys) {
    await client.pexpire(key, 60_000);
  }

  await call(second);

  expect(keys).toHaveLength(3);
  for (const key of keys) {
    expect(await client.pttl(key), key).toBeGreaterThan(3_000_000);
  }
});

test('begins a sandbox that expired anew', async () => {
  const { first, second, client } = await open();
  await create(first);

  await client.del(await client.keys('animal-store:2:{box}:*'));

  expect(await create(first)).toBe(51);
  expect((await call(second, '/pets/51')).status).toBe(200);
});

test('lists the sandboxes of all simulators, without those that expired', async () => {
  const { first, second, client } = await open();
  await create(first);
  await call(second, '/pets', { headers: { Authorization: 'Bearer test-key.gone' } });
  await client.del('animal-store:2:{gone}:meta');

  expect(await second.sandboxes()).toEqual([
    { name: 'default', pets: 50, requests: 0, rules: 0 },
    { name: 'box', pets: 51, requests: 1, rules: 0 },
  ]);
});

test('refuses pets beyond the share of a sandbox', async () => {
  const { first } = await open({ maxPetMemory: 16 * 500 });
  await create(first);

  const response = await call(first, '/pets', {
    method: 'POST',
    body: JSON.stringify({ name: 'x'.repeat(200), categoryId: 1 }),
    headers: { 'Content-Type': 'application/json' },
  });

  expect(response.status).toBe(501);
  expect(await response.json()).toMatchObject({ code: 'simulator_full' });
});

test('never shows the password of the store', async () => {
  const { port } = redis();
  const store = `valkey://nobody:a-password@127.0.0.1:${port}`;
  const [simulator] = (await openReplicas({ store })) as [RunningSimulator];

  const refused = await call(simulator);
  const text = await refused.text();

  expect(refused.status).toBe(501);
  expect(text).toContain('simulator_store_unavailable');
  expect(text).toContain('WRONGPASS');
  expect(text).not.toContain('a-password');
});
