import { expect, test } from 'vitest';
import { create, list, numbersOf } from './exchanges.js';
import { callAtOnce, callService, controlled, openServer } from './open.js';

/** A quarter of it is room for about ten exchanges with a long body. */
const options = { maxJournalSize: '480KiB' };
const body = JSON.stringify({ name: 'x'.repeat(4_000), categoryId: 1 });
const large = { ...create, body };

controlled('drops the oldest exchanges of a journal that is too large', async (open) => {
  const simulator = await open(options);
  const sandbox = simulator.sandbox();

  await callAtOnce(50, simulator, sandbox, large);

  const numbers = numbersOf(await sandbox.requests());
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers.length).toBeLessThan(13);
  expect(numbers).toEqual(numbers.map((_, index) => 50 - numbers.length + 1 + index));
});

controlled('a flooded journal empties no other', async (open) => {
  const simulator = await open(options);
  const quiet = simulator.sandbox('quiet');
  await callAtOnce(5, simulator, quiet, list);

  for (let index = 0; index < 10; index += 1) {
    await callAtOnce(20, simulator, simulator.sandbox(`flooded-${index}`), large);
  }

  expect(numbersOf(await quiet.requests())).toEqual([1, 2, 3, 4, 5]);
});

controlled('frees the memory of a journal that is cleared, reset or dropped', async (open) => {
  const simulator = await open(options);
  const fill = async (name: string) => {
    const sandbox = simulator.sandbox(name);
    await callAtOnce(8, simulator, sandbox, large);
    return sandbox;
  };
  for (let round = 0; round < 3; round += 1) {
    await (await fill('cleared')).clearRequests();
    await (await fill('reset')).reset();
    await (await fill('dropped')).drop();
  }

  expect(await (await fill('last')).requests()).toHaveLength(8);
});

controlled('a journal without room still counts', async (open) => {
  const simulator = await open({ maxJournalSize: 1 });
  const sandbox = simulator.sandbox('x');

  await callAtOnce(3, simulator, sandbox, list);

  expect(await sandbox.requests()).toEqual([]);
  const sandboxes = await simulator.sandboxes();
  expect(sandboxes.find(({ name }) => name === 'x')).toMatchObject({ requests: 3 });
});

test('says how many exchanges were dropped since the journal was cleared', async () => {
  const simulator = await openServer({ maxJournal: 10 });
  const sandbox = simulator.sandbox('x');
  const read = async () =>
    (await fetch(`${simulator.origin}/__admin/requests?sandbox=x&limit=1`)).json();

  await callAtOnce(25, simulator, sandbox, list);
  expect(await read()).toMatchObject({ total: 25, kept: 10, dropped: 15 });

  await sandbox.clearRequests();
  await callService(simulator, sandbox, list);
  expect(await read()).toMatchObject({ total: 26, kept: 1, dropped: 0 });
});

controlled('messages say how many exchanges were dropped', async (open) => {
  const simulator = await open({ maxJournal: 2 });
  const sandbox = simulator.sandbox();
  await callAtOnce(3, simulator, sandbox, list);
  const dropped = 'The journal dropped 1 older exchange (--max-journal, --max-journal-size). ';

  await expect(sandbox.received({ status: 400 })).rejects.toThrow(`. ${dropped}The closest was`);
  await expect(sandbox.requests({ wait: 1, timeout: 1, status: 400 })).rejects.toThrow(
    `; got 0. ${dropped}The closest was`,
  );
  expect(await sandbox.count({ status: 200 })).toEqual({ count: 2, dropped: 1 });
});
