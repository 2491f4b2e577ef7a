/**
 * A smallest part of what fails that still fails, so that it passes without any one of its items:
 * ever smaller slices are left out (after delta debugging).
 */
export async function minimize<Item>(
  items: readonly Item[],
  fails: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let rest = items;
  let size = Math.ceil(items.length / 2);
  for (;;) {
    const before = rest.length;
    for (let start = 0; start < rest.length; ) {
      const part = [...rest.slice(0, start), ...rest.slice(start + size)];
      if (part.length > 0 && (await fails(part))) {
        rest = part;
      } else {
        start += size;
      }
    }
    if (size === 1 && rest.length === before) {
      return rest;
    }
    size = Math.max(1, Math.floor(size / 2));
  }
}
