import { inWords, isUnreadable } from './mismatch.js';
import type { PactMismatch, PactResults } from './run-pact.js';

const errorsOf = ({ errors }: PactResults, description: string) =>
  errors.filter(({ interaction }) => interaction.endsWith(` - ${description}`));

/** What differs. A content type that is wrong as a header isn't told again as the body's. */
function mismatchesOf(results: PactResults, description: string): PactMismatch[] {
  const all = errorsOf(results, description).flatMap(({ mismatch }) => mismatch.mismatches ?? []);
  const ofHeader = all.some(({ type }) => type === 'HeaderMismatch');
  return all.filter(({ type }) => !(ofHeader && type === 'BodyTypeMismatch'));
}

/** What differs in words, each thing once, as Pact walks through lists twice; always in the same order. */
export function differences(results: PactResults, description: string): string[] {
  return [...new Set(mismatchesOf(results, description).map(inWords))].sort();
}

/** Whether Pact can't read the body of the answer. */
export const foundUnreadable = (results: PactResults, description: string) =>
  mismatchesOf(results, description).some(isUnreadable);

/** Why Pact could not verify an interaction, where nothing differs. */
export function ownReason(results: PactResults, description: string): string {
  const said = errorsOf(results, description).flatMap(({ mismatch }) => mismatch.message ?? []);
  return said.join('; ') || 'it gave no reason';
}
