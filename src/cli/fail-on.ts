import { findingKinds } from '../engine/notes.js';
import { isFailure, type Summary } from '../server/log/summary.js';

/** What can fail a run: kinds of notes, and requests that the simulator refused. */
const failureKinds = [...findingKinds, 'refused'] as const;
type FailureKind = (typeof failureKinds)[number];
/** The allowed words: `all` is every kind. */
export const failOnWords = [...failureKinds, 'all'] as const;
export type FailOnWord = (typeof failOnWords)[number];

const reasons: Readonly<Record<FailureKind, string>> = {
  open: 'requests used open points',
  deprecated: 'requests used a deprecated operation',
  violation: 'requests violated the document',
  refused: 'the simulator refused requests',
};

/** What fails a run. */
interface Failure {
  readonly reason: string;
  /** What a test can allow; refused requests never are. */
  readonly allow: readonly string[];
}

const formatReason = (kind: FailureKind, names: readonly (string | undefined)[]) =>
  `${reasons[kind]} (${[...new Set(names)].join(', ')})`;

function findFailure({ notes, refused }: Summary, kind: FailureKind): Failure | undefined {
  if (kind === 'refused') {
    const codes = refused.map(({ code }) => code);
    return codes.length === 0 ? undefined : { reason: formatReason(kind, codes), allow: [] };
  }
  const found = notes.filter((note) => isFailure(note, kind));
  const names = found.map(
    ({ point, operation, section }) =>
      point ?? (kind === 'deprecated' ? operation : `section ${section}`),
  );
  return found.length === 0
    ? undefined
    : { reason: formatReason(kind, names), allow: found.map(({ point }) => point ?? kind) };
}

function describeAllow(allow: readonly string[]): string {
  return allow.length === 0
    ? ''
    : ` If a test sends them on purpose, set {"allow":${JSON.stringify(allow)}} in its sandbox. ` +
        `To allow them everywhere, pass --allow ${allow.join(',')}.`;
}

/** Describes why a run fails and what to do; undefined when it passes. */
export function describeFailure(
  summary: Summary,
  failOn: readonly FailOnWord[],
): string | undefined {
  const failures = failureKinds
    .filter((kind) => failOn.includes(kind) || failOn.includes('all'))
    .flatMap((kind) => findFailure(summary, kind) ?? []);
  if (failures.length === 0) {
    return undefined;
  }
  const all = failures.map(({ reason }) => reason).join('; ');
  const allow = [...new Set(failures.flatMap((failure) => failure.allow))];
  return `Failed by --fail-on ${failOn.join(',')}: ${all}. Change the requests.${describeAllow(allow)}`;
}
