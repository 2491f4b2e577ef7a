import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UsageError } from '../../options/usage-error.js';

function describeMissing(program: string): string {
  if (/[\s$]/.test(program)) {
    return (
      'there is no such program. Pass the command and its arguments as separate words, as in: ' +
      `-- npm test; pass a line for a shell to sh, as in: -- sh -c '${program}'`
    );
  }
  if (/[/\\]/.test(program)) {
    return (
      `there is no such file in ${process.cwd()}, or its first line names a program that does not ` +
      'exist. Check both.'
    );
  }
  return (
    'the PATH has no such program. Check its name; run a program of the project with npx, as in: ' +
    `npx ${program}`
  );
}

/**
 * Whether the program does not exist. A folder of the PATH that can't be read also ends in EACCES;
 * shells skip such a folder.
 */
function isMissing(program: string, code: string | undefined): boolean {
  if (code !== 'EACCES' || /[/\\]/.test(program)) {
    return code === 'ENOENT';
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  return !folders.some((folder) => existsSync(join(folder, program)));
}

/** The command of `exec` or `matrix` could not be started. */
export class CommandStartError extends UsageError {
  /** As in shells: 127 when there is no such program, 126 when it can't be run. */
  readonly exitCode: 126 | 127;

  constructor(program: string, { code }: NodeJS.ErrnoException) {
    const missing = isMissing(program, code);
    const name = JSON.stringify(program);
    super(
      missing
        ? `${name} can't be run: ${describeMissing(program)}`
        : `${name} can't be run (${code}). Check that the file is executable.`,
    );
    this.exitCode = missing ? 127 : 126;
  }
}
