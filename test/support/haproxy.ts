import { dirname } from 'node:path';
import { type LaunchedProgram, launchProgram } from './listening-program.js';
import { endingWithTests, findMissingProgram } from './local-programs.js';

/** Why there is no HAProxy on this machine, or nothing when there is one. */
export const noHaproxy = findMissingProgram('haproxy', 'HAProxy');

/**
 * Starts HAProxy with a configuration file, which may use variables; resolves when it listens. Configure
 * ports of `findStablePort`.
 */
export function startHaproxy(
  file: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<LaunchedProgram> {
  return launchProgram(
    // In the foreground, with a master that reports when its worker listens.
    endingWithTests(['haproxy', '-W', '-db', '-f', file]),
    { folder: dirname(file), environment },
    /Loading success/,
  );
}
