import { findingKinds } from '../engine/notes.js';
import { isFailure, type Summary } from '../server/log/summary.js';

/** The allowed words: kinds of notes, requests that the simulator refused, and `all` of these. */
export const failOnWords = [...findingKinds, 'refused', 'all'] as const;
export type FailOnWord = (typeof failOnWords)[number];

const reasons = {
  open: 'requests used open points',
  deprecated: 'requests used a deprecated operation',
  violation: 'requests violated the document',
  refused: 'the simulator refused requests',
};

/** Describes why a run fails and what to do; undefined when it passes. */
export function describeFailure(
  { notes, refused }: Summary,
  failOn: readonly FailOnWord[],
): string | undefined {
  const isAsked = (kind: FailOnWord) => failOn.includes(kind) || failOn.includes('all');
  const failures: string[] = [];
  /** What a test can allow; refused requests never are. */
  const allow = new Set<string>();
  const add = (kind: keyof typeof reasons, names: readonly (string | undefined)[]) => {
    if (names.length > 0) {
      failures.push(`${reasons[kind]} (${[...new Set(names)].join(', ')})`);
    }
  };
  for (const kind of findingKinds.filter(isAsked)) {
    const found = notes.filter((note) => isFailure(note, kind));
    const nameNote = ({ point, operation, section }: (typeof found)[number]) =>
      point ?? (kind === 'deprecated' ? operation : `section ${section}`);
    add(kind, found.map(nameNote));
    for (const { point = kind } of found) {
      allow.add(point);
    }
  }
  if (isAsked('refused')) {
    add(
      'refused',
      refused.map(({ code }) => code),
    );
  }
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
