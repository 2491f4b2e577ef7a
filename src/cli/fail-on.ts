import { type FindingKind, findingKinds } from '../engine/notes.js';
import { isFailure, type SummarizedNote, type Summary } from '../server/log/summary.js';

/** The allowed words: kinds of notes, requests that the simulator refused, and `all` of these. */
export const failOnWords = [...findingKinds, 'refused', 'all'] as const;
export type FailOnWord = (typeof failOnWords)[number];

const reasons = {
  open: 'requests used open points',
  deprecated: 'requests used a deprecated operation',
  violation: 'requests violated the document',
  refused: 'the simulator refused requests',
};

const nameNote = ({ kind, point, operation, section }: SummarizedNote) =>
  point ?? (kind === 'deprecated' ? operation : `section ${section}`);

/** Describes why a run fails and what to do; undefined when it passes. */
export function describeFailure(
  { notes, refused }: Summary,
  failOn: readonly FailOnWord[],
): string | undefined {
  const isAsked = (kind: FailOnWord) => failOn.includes(kind) || failOn.includes('all');
  const findNotes = (kind: FindingKind) => notes.filter((note) => isFailure(note, kind));
  const kinds = findingKinds.filter(isAsked);
  const named: (readonly [kind: keyof typeof reasons, names: readonly (string | undefined)[]])[] = [
    ...kinds.map((kind) => [kind, findNotes(kind).map(nameNote)] as const),
    ['refused', isAsked('refused') ? refused.map(({ code }) => code) : []],
  ];
  const failures = named
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${reasons[kind]} (${[...new Set(names)].join(', ')})`);
  /** What a test can allow; refused requests never are. */
  const allow = new Set(kinds.flatMap(findNotes).map(({ point, kind }) => point ?? kind));
  if (failures.length === 0) {
    return undefined;
  }
  const advice =
    allow.size === 0
      ? ''
      : ` If a test sends them on purpose, set {"allow":${JSON.stringify([...allow])}} in its sandbox. ` +
        `To allow them everywhere, pass --allow ${[...allow].join(',')}.`;
  return `Failed by --fail-on ${failOn.join(',')}: ${failures.join('; ')}. Change the requests.${advice}`;
}
