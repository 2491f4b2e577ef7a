import { type Command, Option } from 'commander';
import { type FindingKind, findingKinds } from '../engine/simulation/notes.js';
import { listOf } from '../options/readers.js';
import { type RawOption, readOption } from '../options/resolve.js';
import { isFailure, type SummarizedNote, type Summary } from '../summary/summary.js';
import { gather } from './command-options.js';

const flag = '--fail-on';
const variable = 'ANIMAL_STORE_FAIL_ON';

/**
 * Not in the table of options: an exit code is a matter of the command line. In TypeScript, what it
 * is computed from is `summary()`.
 */
export function addFailOn(command: Command): Command {
  const option = new Option(
    `${flag} <notes>`,
    `exit with 1 when the summary has notes of these kinds: ${findingKinds.join(', ')}; repeatable ` +
      '(default: none)',
  );
  return command.addOption(option.argParser(gather).helpGroup('Summary:'));
}

/**
 * What the run is to be failed for: by the flag, or else the environment variable.
 *
 * @throws {UsageError} for a word that is none of the three
 */
export function readFailOn(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): readonly FindingKind[] {
  const raw: RawOption =
    flags.failOn === undefined
      ? { value: environment[variable], calledBy: variable }
      : { value: flags.failOn, calledBy: flag };
  if (raw.value === undefined || (raw.calledBy === variable && raw.value === '')) {
    return [];
  }
  const legal = `one or more of ${findingKinds.join(', ')}`;
  return readOption({ legal, read: listOf(findingKinds) }, raw);
}

const described: Readonly<Record<FindingKind, string>> = {
  open: 'requests brought up open points',
  deprecated: 'requests used a deprecated operation',
  violation: 'requests were not what the document asks for',
};

/** What a run fails for, by kind. */
function reasonFor(kind: FindingKind, found: readonly SummarizedNote[]): string {
  const names = found.map(({ point, operation, section }) => {
    return point ?? (kind === 'deprecated' ? operation : `section ${section}`);
  });
  return `${described[kind]} (${[...new Set(names)].join(', ')})`;
}

/** Why a run fails, and what can be done; nothing when it doesn't. */
export function failureOf({ notes }: Summary, failOn: readonly FindingKind[]): string | undefined {
  const failing = findingKinds
    .filter((kind) => failOn.includes(kind))
    .map((kind) => ({ kind, found: notes.filter((note) => isFailure(note, kind)) }))
    .filter(({ found }) => found.length > 0);
  if (failing.length === 0) {
    return undefined;
  }
  const reasons = failing.map(({ kind, found }) => reasonFor(kind, found)).join('; ');
  const meant = failing.flatMap(({ kind, found }) => found.map(({ point }) => point ?? kind));
  const intended = [...new Set(meant)];
  return (
    `Failed by ${flag} ${failOn.join(',')}: ${reasons}. Change what the client sends. Where a test ` +
    `means it so, let it set {"intended":${JSON.stringify(intended)}} in its sandbox; where all may, ` +
    `say --intended ${intended.join(',')}.`
  );
}
