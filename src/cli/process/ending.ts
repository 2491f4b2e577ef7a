import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { UsageError } from '../../options/resolve.js';

/** Where a command finds the simulator, beside `ANIMAL_STORE_URL` and `ANIMAL_STORE_API_KEY`. */
export interface Variables {
  /** The names of variables that get the address. */
  readonly url: readonly string[];
  /** The names of variables that get the key. */
  readonly apiKey: readonly string[];
}

/** The environment of a command that is to call a simulator. */
export function environmentFor(
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
  variables: Variables,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const named = (names: readonly string[], value: string) =>
    Object.fromEntries(names.map((name) => [name, value]));
  return {
    ...environment,
    ...named(['ANIMAL_STORE_URL', ...variables.url], url),
    ...named(['ANIMAL_STORE_API_KEY', ...variables.apiKey], apiKey),
  };
}

/** How a command ended. */
export interface Ending {
  /** Its exit code; 128 and the signal's number when a signal ended it, as shells have it. */
  readonly code: number;
  readonly signal: NodeJS.Signals | undefined;
}

/** The exit code of a command that a signal ended. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

export function endingOf(code: number | null, signal: NodeJS.Signals | null): Ending {
  return signal === null
    ? { code: code ?? 1, signal: undefined }
    : { code: codeOfSignal(signal), signal };
}

/** What is wrong with a program that isn't there, and what to do about it. */
function missing(program: string): string {
  if (/[\s$]/.test(program)) {
    return (
      'there is no such program. Give the command and its arguments as words of their own, as in: ' +
      `-- npm test; what a shell has to read is for sh, as in: -- sh -c '${program}'`
    );
  }
  if (/[/\\]/.test(program)) {
    return (
      `there is no such file, seen from ${process.cwd()}, or its first line names a program that ` +
      'is not there. Check both.'
    );
  }
  return (
    'the PATH has no such program. Check its name; what a project has installed for itself is run ' +
    `with npx, as in: npx ${program}`
  );
}

/**
 * Whether there is no such program. That a folder of the PATH may not be looked into is told as EACCES,
 * too; a shell goes on to the next one.
 */
function isMissing(program: string, code: string | undefined): boolean {
  if (code !== 'EACCES' || /[/\\]/.test(program)) {
    return code === 'ENOENT';
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  return !folders.some((folder) => existsSync(join(folder, program)));
}

/** The command couldn't even be started. */
export class CannotStart extends UsageError {
  /** What shells exit with: 127 when there is no such program, 126 when it can't be run. */
  readonly code: 126 | 127;

  constructor(program: string, { code }: NodeJS.ErrnoException) {
    const isAbsent = isMissing(program, code);
    const name = JSON.stringify(program);
    super(
      isAbsent
        ? `${name} can't be run: ${missing(program)}`
        : `${name} can't be run (${code}). Check that it is a program that you may run.`,
    );
    this.code = isAbsent ? 127 : 126;
  }
}
