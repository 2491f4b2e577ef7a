import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { SlicedStream } from '../../src/admin/sliced-stream.js';
import { maxTurn, shareTurn } from '../../src/turn.js';
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

test('reads on after many parts that are empty', async () => {
  function* write() {
    const start = performance.now();
    while (performance.now() - start < 3 * maxTurn) {
      yield '';
    }
    yield 'end';
  }

  expect(await text(SlicedStream.create(write()))).toBe('end');
});
