/** Nothing that is told here nests; what is nested deeper than this is no slip but an attack. */
export const mostNested = 100;

/** Whether a JSON value is nested deeper than so many levels. */
export function isNestedDeeper(value: unknown, levels = mostNested): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1));
}
