import { spawnSync } from 'node:child_process';

/** Why tests with curl can't run here; undefined where they can. */
export const noCurl = spawnSync('curl', ['--version']).error && 'curl is not installed.';
