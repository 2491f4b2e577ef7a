/** Whether so many edits turn one text into the other: a character more, fewer, replaced or swapped with the next. */
function isNear(one: string, other: string, edits: number): boolean {
  if (one === other || edits < 0) {
    return edits >= 0;
  }
  if (one[0] === other[0]) {
    return isNear(one.slice(1), other.slice(1), edits);
  }
  const isSwapped = one[0] === other[1] && one[1] === other[0];
  return (
    isNear(one.slice(1), other, edits - 1) ||
    isNear(one, other.slice(1), edits - 1) ||
    isNear(one.slice(1), other.slice(1), edits - 1) ||
    (isSwapped && isNear(one.slice(2), other.slice(2), edits - 1))
  );
}

/** Finds the name that a mistyped one stands for; undefined when none is near. */
export function findNearest(mistyped: string, names: readonly string[]): string | undefined {
  const allowed = mistyped.length > 4 ? [1, 2] : [1];
  return allowed.flatMap((edits) => names.find((name) => isNear(mistyped, name, edits)) ?? [])[0];
}
