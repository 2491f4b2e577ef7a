import type { Example, Operation } from '../service/operations.js';
import type { Preferences } from './preferences.js';

/** Statuses that the document doesn't have and that happen only because they were asked for. */
export const beyondStatuses = [429, 500, 502, 503, 504] as const;

export function isBeyond(code: number | undefined): boolean {
  return (beyondStatuses as readonly (number | undefined)[]).includes(code);
}

/** Whether an operation can be made to answer so. */
export function canAnswer(operation: Operation, { code, example }: Preferences): boolean {
  if (code === undefined && example === undefined) {
    return true;
  }
  const fits = ({ name, status }: Example) =>
    (code === undefined || status === code) && (example === undefined || name === example);
  return isBeyond(code) ? example === undefined : operation.examples.some(fits);
}
