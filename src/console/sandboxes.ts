import type { SandboxSummary } from '../engine/control.js';

/**
 * Finds sandboxes by a part of their names or tests: the one of that very name first, then the last used ones. A name
 * that none has can be that of a new one.
 */
export function findSandboxes(sandboxes: readonly SandboxSummary[], typed: string) {
  const text = typed.toLowerCase();
  const isExact = ({ name }: SandboxSummary) => name === typed;
  const found = sandboxes
    .filter(({ name, test = '' }) => `${name}\n${test}`.toLowerCase().includes(text))
    .toReversed()
    .toSorted((one, other) => Number(isExact(other)) - Number(isExact(one)));
  return { found, isNew: /^[\w-]{1,64}$/.test(typed) && !found.some(isExact) };
}
