import { expect, test } from 'vitest';
import { shareTurn } from '../../src/turn.js';
import { countTurns } from '../support/count-turns.js';

/** Works for some milliseconds without a break. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('lets others through when many calls at once work for long', async () => {
  const calls = Array.from({ length: 20 }, async () => {
    await shareTurn();
    work(5);
  });

  // At most three of them fit into the 10 ms of a turn.
  expect(await countTurns(Promise.all(calls))).toBeGreaterThanOrEqual(6);
});

test('lets others through while one call works for long', async () => {
  const call = async () => {
    for (let step = 0; step < 20; step += 1) {
      work(5);
      await shareTurn();
    }
  };

  expect(await countTurns(call())).toBeGreaterThanOrEqual(6);
});
