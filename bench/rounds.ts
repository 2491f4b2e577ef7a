/** Rounds in which all that is compared takes turns, so that what else the machine does hits all of it. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** The median of one field of several results. */
export function medianOf<Field extends string>(
  results: readonly Readonly<Record<Field, number | null>>[],
  field: Field,
): number {
  return median(results.map((result) => result[field] ?? Number.NaN));
}

/** Runs something for each item in turns; the first to go is another one in each round. */
export async function inTurns<Item>(
  items: readonly Item[],
  rounds: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const first = round % items.length;
    for (const item of [...items.slice(first), ...items.slice(0, first)]) {
      await run(item);
    }
  }
}
