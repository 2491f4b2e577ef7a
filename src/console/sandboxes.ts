import type { SandboxSummary } from '../engine/control.js';

/** So many sandboxes are listed. */
const maxListed = 50;

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
  const found = [
    ...matching.filter(isExact),
    ...matching.filter((one) => !isExact(one)).toReversed(),
  ];
  return {
    found: found.slice(0, maxListed),
    more: Math.max(found.length - maxListed, 0),
    isNew: /^[\w-]{1,64}$/.test(typed) && !found.some(isExact),
  };
}
