import { expect, test } from 'vitest';
import type { SandboxHandle } from '../../../src/index.js';
import { callAtOnce, create, list, open } from '../../support/control.js';

const large = (length: number) => ({
  ...create,
  body: JSON.stringify({ name: 'R'.repeat(length), categoryId: 1 }),
});
/** Room for one pet of 1,000 characters, and not for two. */
const little = { maxPetMemory: 1_500 };

test('refuses a pet beyond the memory limit', async () => {
  const { one, other, call } = open(little);
  expect((await call(large(1_000))).status).toBe(201);

  const refused = await call(large(1_000), other);

  expect(refused.status).toBe(501);
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 'simulator_full',
    message: expect.stringContaining('maxPetMemory'),
  });
  await expect(one.pets.add({ name: 'R'.repeat(2_000), categoryId: 1 })).rejects.toThrow(
    'maxPetMemory',
  );
  expect(await other.pets.list()).toHaveLength(50);
});

test.for<[string, (one: SandboxHandle) => unknown]>([
  ['a drop', (one) => one.drop()],
  ['a reset', (one) => one.reset()],
  ['the removal of a pet', (one) => one.pets.remove(51)],
])('frees memory after %s', async ([, release]) => {
  const { one, other, call } = open(little);
  await call(large(1_000));

  await release(one);

  expect((await call(large(1_000), other)).status).toBe(201);
});

test('frees the memory of the sandbox that is idle the longest', async () => {
  const { other, call } = open({ ...little, maxSandboxes: 2 });
  await call(large(1_000));

  expect((await call(large(1_000), other)).status).toBe(201);
});

test('the default sandbox outlives the others, however long it is idle', async () => {
  const { simulator, one, other } = open({ maxSandboxes: 2 });
  await simulator.sandbox('default').pets.remove(1);
  await one.reset();
  await other.reset();

  expect((await simulator.sandboxes()).map(({ name, pets }) => [name, pets])).toEqual([
    ['default', 49],
    ['other', 50],
  ]);
});

test('a snapshot beyond the memory limit changes nothing', async () => {
  const { one, other, call } = open({ ...little, clock: '2030-01-01' });
  await call(large(1_000));
  const before = await other.snapshot();

  await expect(other.restore(await one.snapshot())).rejects.toThrow('maxPetMemory');

  expect(await other.snapshot()).toEqual(before);
  await one.drop();
  expect((await call(large(1_000), other)).status).toBe(201);
});

test('a sandbox that takes most of the room goes back to its own snapshot', async () => {
  const { one, call } = open(little);
  await call(large(1_000));
  const before = await one.snapshot();
  await one.pets.update(51, { name: 'Rex' });

  await one.restore(before);

  expect(await one.pets.list()).toHaveLength(51);
  expect((await call(large(1_000))).status).toBe(501);
});

test('keeps the latest exchanges, and continues their numbers', async () => {
  const { simulator, one, call } = open({ maxJournal: 4 });
  const numbers = async () => (await one.requests()).map(({ number }) => number);

  await callAtOnce(5, simulator, one, list);
  expect(await numbers()).toEqual([2, 3, 4, 5]);
  expect(await one.count({ status: 200 })).toEqual({ count: 4, dropped: 1 });
  await expect(one.received({ status: 400 })).rejects.toThrow(
    '. The journal dropped 1 older exchange (maxJournal, maxJournalSize). The closest was',
  );

  await one.clearRequests();
  await call(list);
  expect(await numbers()).toEqual([6]);
  expect(await one.count({})).toEqual({ count: 1 });
});

test('empties the journal of the sandbox that is idle the longest', async () => {
  const { simulator, one, other } = open({ maxJournalSize: '100KiB' });
  await callAtOnce(5, simulator, one, large(4_000));

  await callAtOnce(8, simulator, other, large(4_000));

  expect(await one.requests()).toEqual([]);
  expect(await one.count({})).toEqual({ count: 0, dropped: 5 });
  await expect(one.received({})).rejects.toThrow(
    /5 older exchanges \(maxJournal, maxJournalSize\)\.$/,
  );
  expect(await other.requests()).toHaveLength(8);
  await other.drop();
  await callAtOnce(8, simulator, one, large(4_000));
  expect(await one.requests()).toHaveLength(8);
});

test('a journal of size 0 still counts', async () => {
  const { simulator, one } = open({ maxJournal: 0 });

  await callAtOnce(3, simulator, one, list);

  expect(await one.requests()).toEqual([]);
  expect(await simulator.sandboxes()).toContainEqual(
    expect.objectContaining({ name: 'one', requests: 3 }),
  );
});
