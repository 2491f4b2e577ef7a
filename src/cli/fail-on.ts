import { findingKinds } from '../engine/notes.js';
import {
  findingTexts,
  isFailure,
  type SummarizedNote,
  type Summary,
} from '../server/log/summary.js';

/** The allowed words: kinds of notes, requests that the simulator refused, and `all` of these. */
export const failOnWords = [...findingKinds, 'refused', 'all'] as const;
export type FailOnWord = (typeof failOnWords)[number];

const nameNote = ({ kind, point, operation, section }: SummarizedNote) =>
  point ?? (kind === 'deprecated' ? operation : `section ${section}`);

/** Describes why a run fails and what to do; undefined when it passes. */
export function describeFailure(
  { notes, refused }: Summary,
  failOn: readonly FailOnWord[],
): string | undefined {
  const failing = [
    ...notes.filter(isFailure).map((note) => ({ ...note, name: nameNote(note) })),
    ...refused.map(({ code }) => ({ kind: 'refused' as const, point: undefined, name: code })),
  ].filter(({ kind }) => failOn.includes(kind) || failOn.includes('all'));
  if (failing.length === 0) {
    return undefined;
  }
  const failures = Object.entries(findingTexts).flatMap(([kind, finding]) => {
    const names = failing.filter((one) => one.kind === kind).map(({ name }) => name);
    return names.length > 0 ? `${finding} (${[...new Set(names)].join(', ')})` : [];
  });
  /** What a test can allow; refused requests never are. */
  const allow = new Set(failing.map(({ point, kind }) => point ?? kind));
  allow.delete('refused');
  const isMismatch = allow.delete('mismatch');
  const change = failing.every(({ kind }) => kind === 'mismatch') ? '' : ' Change the requests.';
  const correct = isMismatch ? ' Correct the service, or pass --allow mismatch.' : '';
  const advice =
    allow.size === 0
      ? correct
      : `${correct} If a test sends them on purpose, set {"allow":${JSON.stringify([...allow])}} in its sandbox. ` +
        `To allow them everywhere, pass --allow ${[...allow].join(',')}.`;
  return `Failed by --fail-on ${failOn.join(',')}: ${failures.join('; ')}.${change}${advice}`;
}
