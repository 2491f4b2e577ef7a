import type { SandboxSummary } from '../engine/control.js';

/** The maximum number of sandboxes in the list. */
const maxOffered = 50;

/**
 * Finds sandboxes by a part of their names or tests: the one of that very name first, then the last used ones. A name
 * that none has can be that of a new one.
 */
export function findSandboxes(sandboxes: readonly SandboxSummary[], typed: string) {
  const text = typed.toLowerCase();
  const matching = sandboxes.filter(({ name, test = '' }) =>
    [name, test].some((one) => one.toLowerCase().includes(text)),
  );
  const isExact = ({ name }: SandboxSummary) => name === typed;
  const found = matching
    .toReversed()
    .toSorted((one, other) => Number(isExact(other)) - Number(isExact(one)));
  return {
    found: found.slice(0, maxOffered),
    more: Math.max(found.length - maxOffered, 0),
    isNew: /^[\w-]{1,64}$/.test(typed) && !found.some(isExact),
  };
}
