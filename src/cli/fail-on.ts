import type { Command } from 'commander';
import { type FindingKind, findingKinds } from '../engine/choices/notes.js';
import { readOption } from '../options/raw-options.js';
import { readListOf } from '../options/readers.js';
import { isFailure, type SummarizedNote, type Summary } from '../summary/summary.js';
import { collect, type Flags, readVariables } from './options.js';

const flag = '--fail-on';

/** Adds `--fail-on`. It only sets an exit code, so the table of simulator options does not have it. */
export function addFailOn(command: Command): Command {
  const kinds = findingKinds.join(', ');
  const help = `notes about requests that fail the run: ${kinds}; repeatable (default: none)`;
  return command.optionsGroup('Summary:').option(`${flag} <kinds>`, help, collect);
}

/**
 * Reads the note kinds that fail the run; the flag overrides the environment variable.
 *
 * @throws {UsageError} for any other word
 */
export function readFailOn({ failOn }: Flags): readonly FindingKind[] {
  const raw =
    failOn === undefined ? readVariables(['failOn']).failOn : { value: failOn, label: flag };
  const legal = `one or more of ${findingKinds.join(', ')}`;
  return raw === undefined ? [] : readOption({ legal, read: readListOf(findingKinds) }, raw);
}

const reasons: Readonly<Record<FindingKind, string>> = {
  open: 'requests used open points',
  deprecated: 'requests used a deprecated operation',
  violation: 'requests violated the document',
};

function formatReason(kind: FindingKind, notes: readonly SummarizedNote[]): string {
  const names = notes.map(
    ({ point, operation, section }) =>
      point ?? (kind === 'deprecated' ? operation : `section ${section}`),
  );
  return `${reasons[kind]} (${[...new Set(names)].join(', ')})`;
}

/** Describes why a run fails and what to do; undefined when it passes. */
export function describeFailure(
  { notes }: Summary,
  failOn: readonly FindingKind[],
): string | undefined {
  const failing = findingKinds
    .filter((kind) => failOn.includes(kind))
    .map((kind) => ({ kind, found: notes.filter((note) => isFailure(note, kind)) }))
    .filter(({ found }) => found.length > 0);
  if (failing.length === 0) {
    return undefined;
  }
  const all = failing.map(({ kind, found }) => formatReason(kind, found)).join('; ');
  const names = failing.flatMap(({ kind, found }) => found.map(({ point }) => point ?? kind));
  const allow = [...new Set(names)];
  return (
    `Failed by ${flag} ${failOn.join(',')}: ${all}. Change the requests. If a test sends them on ` +
    `purpose, set {"allow":${JSON.stringify(allow)}} in its sandbox. To allow them everywhere, pass ` +
    `--allow ${allow.join(',')}.`
  );
}
