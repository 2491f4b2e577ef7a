/** True when this many edits turn one text into the other: a character more, fewer, replaced or swapped with the next. */
function isNear(one: string, other: string, edits: number): boolean {
  if (one === other || edits < 0) {
    return edits >= 0;
  }
  const isSwapped = one[0] === other[1] && one[1] === other[0];
  return (
    isNear(one.slice(1), other.slice(1), edits - Number(one[0] !== other[0])) ||
    isNear(one.slice(1), other, edits - 1) ||
    isNear(one, other.slice(1), edits - 1) ||
    (isSwapped && isNear(one.slice(2), other.slice(2), edits - 1))
  );
}

/** Finds the name that a mistyped one stands for, in any letter case; undefined when none is near. */
export function findNearest(mistyped: string, names: readonly string[]): string | undefined {
  const text = mistyped.toLowerCase();
  const allowed = text.length > 4 ? [0, 1, 2] : [0, 1];
  const find = (edits: number) => names.find((name) => isNear(text, name.toLowerCase(), edits));
  return allowed.flatMap((edits) => find(edits) ?? [])[0];
}

/** Ends a message about a mistyped name: ` Did you mean --port?`; empty when no name is near. */
export function suggest(mistyped: string, names: readonly string[]): string {
  const nearest = findNearest(mistyped, names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}
