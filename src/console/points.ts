import { type OpenPoint, openPointNames, openPoints } from '../document/open-points.js';
import { operations } from '../document/operations.js';

/** The groups of open points: any operation, and each. */
export const groups = ['any', ...operations.map(({ name }) => name)] as const;
export const groupTexts: Readonly<Record<string, string>> = { any: 'Any operation' };

/** The open points of a group, of `changed` or of all, that have a text; by group. */
export function findPoints(
  changed: readonly OpenPoint[],
  group: string,
  search: string,
): (readonly [group: string, points: readonly OpenPoint[]])[] {
  const text = search.trim().toLowerCase();
  const isFound = (point: OpenPoint) => {
    const { silent, choices } = openPoints[point];
    return [point, silent, ...choices].some((one) => one.toLowerCase().includes(text));
  };
  const isChosen = (point: OpenPoint) =>
    ['', openPoints[point].operation].includes(group) ||
    (group === 'changed' && changed.includes(point));
  const found = openPointNames.filter((point) => isFound(point) && isChosen(point));
  return groups
    .map((one) => [one, found.filter((point) => openPoints[point].operation === one)] as const)
    .filter(([, points]) => points.length > 0);
}
