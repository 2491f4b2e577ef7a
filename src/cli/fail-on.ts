import { findingKinds } from '../engine/choices/notes.js';
import { readOption } from '../options/raw-options.js';
import { readListOf } from '../options/readers.js';
import { isFailure, type Summary } from '../summary/summary.js';
import { type Flags, type ListedFlag, readVariables } from './options.js';

const flag = '--fail-on';

/** What can fail a run: kinds of notes, and requests that the simulator refused. */
const failureKinds = [...findingKinds, 'refused'] as const;
type FailureKind = (typeof failureKinds)[number];
/** The allowed words: `all` is every kind. */
const failOnWords = [...failureKinds, 'all'] as const;
export type FailOnWord = (typeof failOnWords)[number];

/** It only sets an exit code, so the table of simulator options does not have it. */
export const failOnFlag: ListedFlag = {
  flag: `${flag} <kinds>`,
  group: 'Summary',
  help: `what fails the run: ${failOnWords.join(', ')} (ANIMAL_STORE_FAIL_ON)`,
  shown: 'none',
  repeatable: true,
};

/**
 * Reads the kinds that fail the run; the flag overrides the environment variable.
 *
 * @throws {UsageError} for any other word
 */
export function readFailOn({ failOn }: Flags): readonly FailOnWord[] {
  const raw =
    failOn === undefined ? readVariables(['failOn']).failOn : { value: failOn, label: flag };
  const legal = `one or more of ${failOnWords.join(', ')}`;
  return raw === undefined ? [] : readOption({ legal, read: readListOf(failOnWords) }, raw);
}

const reasons: Readonly<Record<FailureKind, string>> = {
  open: 'requests used open points',
  deprecated: 'requests used a deprecated operation',
  violation: 'requests violated the document',
  refused: 'the simulator refused requests',
};

/** What fails a run. */
interface Failure {
  readonly reason: string;
  /** What a test can allow; a refused request has no note. */
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
  return `Failed by ${flag} ${failOn.join(',')}: ${all}. Change the requests.${describeAllow(allow)}`;
}
