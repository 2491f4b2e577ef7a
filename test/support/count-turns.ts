/** Counts the turns of the event loop until something is done. */
export async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let pending = setImmediate(function count() {
    turns += 1;
    pending = setImmediate(count);
  });
  await work;
  clearImmediate(pending);
  return turns;
}
