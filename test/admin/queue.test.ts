import { expect, test } from 'vitest';
import { Queue } from '../../src/admin/slots.js';

test('lets as many in as it may, and the others in order', async () => {
  const queue = new Queue(2);
  const entered: number[] = [];
  const leaves = [0, 1, 2, 3].map(async (number) => {
    const leave = await queue.enter();
    entered.push(number);
    return leave;
  });

  const [first, second] = await Promise.all(leaves.slice(0, 2));
  expect(entered).toEqual([0, 1]);

  second?.();
  (await leaves[2])?.();
  first?.();
  (await leaves[3])?.();
  expect(entered).toEqual([0, 1, 2, 3]);
});

test('lets a new caller in once all have left', async () => {
  const queue = new Queue(1);
  (await queue.enter())();
  (await queue.enter())();

  const leave = await queue.enter();

  expect(leave).toBeTypeOf('function');
});
