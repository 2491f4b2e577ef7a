import type { PactMismatch, PactResults } from './run-pact.js';

/** How Pact says that it can't read a body. */
export const unreadable = 'Failed to parse the actual body';

function inWords({ type, mismatch, path, key }: PactMismatch): string {
  const where = type === 'BodyMismatch' && path !== undefined && path !== '$' ? `${path}: ` : '';
  const header = type === 'HeaderMismatch' && key !== undefined ? `${key}: ` : '';
  return `${where}${header}${mismatch ?? type}`;
}

const errorsOf = ({ errors }: PactResults, description: string) =>
  errors.filter(({ interaction }) => interaction.endsWith(` - ${description}`));

/** What differs, each thing once, as Pact walks through lists twice; always in the same order. */
export function mismatchesOf(results: PactResults, description: string): string[] {
  const said = errorsOf(results, description)
    .flatMap(({ mismatch }) => mismatch.mismatches ?? [])
    .map(inWords);
  return [...new Set(said)].sort();
}

/** Why Pact could not verify an interaction, where nothing differs. */
export function ownReason(results: PactResults, description: string): string {
  const said = errorsOf(results, description).flatMap(({ mismatch }) => mismatch.message ?? []);
  return said.join('; ') || 'it gave no reason';
}
