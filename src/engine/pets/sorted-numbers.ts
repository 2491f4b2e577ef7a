/** Counts the first numbers that pass a test, which no number after one that fails it passes. */
export function countFirst(count: number, passes: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Counts the numbers of an ascending list that are smaller than a value. */
export function countSmaller(list: readonly number[], value: number): number {
  return countFirst(list.length, (place) => (list[place] as number) < value);
}

/** Inserts a number into an ascending list. */
export function insertNumber(list: number[], value: number): void {
  list.splice(countSmaller(list, value), 0, value);
}

/** Deletes a number from an ascending list. Returns whether the list had it. */
export function deleteNumber(list: number[], value: number): boolean {
  const place = countSmaller(list, value);
  const found = list[place] === value;
  if (found) {
    list.splice(place, 1);
  }
  return found;
}
