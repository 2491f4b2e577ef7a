import { type FindingKind, findingKinds } from '../engine/simulation/notes.js';

/** The kinds of notes that a test brings up on purpose, each once; none when it doesn't say. */
export function readIntended(said: readonly FindingKind[] = []): readonly FindingKind[] {
  return findingKinds.filter((kind) => said.includes(kind));
}
