import { type Command, Option } from 'commander';
import { type FindingKind, findingKinds } from '../engine/choices/notes.js';
import { readListOf } from '../options/readers.js';
import { type RawOption, readOption, UsageError } from '../options/resolve.js';
import type { ResolvedOptions } from '../options/table.js';
import type { RunningSimulator } from '../simulator.js';
import { isFailure, type SummarizedNote, type Summary } from '../summary/summary.js';
import { gather } from './options.js';

/** Wrong usage, or what was asked for can't be had. */
export const couldNotRun = 2;

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
      ? { value: environment[variable], label: variable }
      : { value: flags.failOn, label: flag };
  if (raw.value === undefined || (raw.label === variable && raw.value === '')) {
    return [];
  }
  const legal = `one or more of ${findingKinds.join(', ')}`;
  return readOption({ legal, read: readListOf(findingKinds) }, raw);
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
function failureOf({ notes }: Summary, failOn: readonly FindingKind[]): string | undefined {
  const failing = findingKinds
    .filter((kind) => failOn.includes(kind))
    .map((kind) => ({ kind, found: notes.filter((note) => isFailure(note, kind)) }))
    .filter(({ found }) => found.length > 0);
  if (failing.length === 0) {
    return undefined;
  }
  const reasons = failing.map(({ kind, found }) => reasonFor(kind, found)).join('; ');
  const meant = failing.flatMap(({ kind, found }) => found.map(({ point }) => point ?? kind));
  const allow = [...new Set(meant)];
  return (
    `Failed by ${flag} ${failOn.join(',')}: ${reasons}. Change what the client sends. Where a test ` +
    `means it so, let it set {"allow":${JSON.stringify(allow)}} in its sandbox; where all may, ` +
    `say --allow ${allow.join(',')}.`
  );
}

/** What is to be done when a simulator has stopped. */
export interface Finish {
  readonly failOn: readonly FindingKind[];
  /** Where the sandboxes are written to. */
  readonly exportOnExit: string | undefined;
}

/** @returns whether the sandboxes are written, when they are to be; else it is said why not */
async function keepSandboxes(simulator: RunningSimulator, exportOnExit: string | undefined) {
  if (exportOnExit === undefined) {
    return true;
  }
  const { exportState } = await import('./state-files.js');
  try {
    await exportState(simulator, exportOnExit);
    return true;
  } catch (error) {
    // What is known of the run is worth more than this, and is not to be lost for it.
    console.error(error instanceof UsageError ? error.message : error);
    return false;
  }
}

/**
 * Says on standard error what there was to say about the run that is over, and keeps its sandboxes.
 *
 * @returns the exit code: 1 when it fails by `--fail-on`, else 2 when the sandboxes can't be written
 */
export async function finish(
  simulator: RunningSimulator,
  { logLevel, logFormat }: ResolvedOptions,
  { failOn, exportOnExit }: Finish,
): Promise<0 | 1 | typeof couldNotRun> {
  const kept = await keepSandboxes(simulator, exportOnExit);
  const summary = simulator.summary();
  const failure = failureOf(summary, failOn);
  if (failure !== undefined || logLevel !== 'silent') {
    // Loaded when it is needed: a start does without.
    const { formatSummary, formatSummaryJson } = await import('../summary/text.js');
    const write = logFormat === 'json' ? formatSummaryJson : formatSummary;
    process.stderr.write(write(summary));
  }
  if (failure !== undefined) {
    console.error(failure);
    return 1;
  }
  return kept ? 0 : couldNotRun;
}
