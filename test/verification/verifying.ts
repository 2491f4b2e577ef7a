import { expect } from 'vitest';
import { type RunOptions, run } from '../support/command.js';

/** Where a provider is and which key it accepts. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
}

/** The flags that every verification needs. */
export const flagsOf = ({ url, apiKey }: Target) => ['--url', url, '--api-key', apiKey];

/** How far it is, which a busy machine gives time to say. */
const progress = /^\d+ of \d+ promises judged\n/gm;

/** `animal-store verify`, from the first line to the last, without what it says of its progress. */
export async function verifyByCommand(args: readonly string[], options?: RunOptions) {
  const finished = await run(['verify', ...args], options).finished;
  expect(finished.stdout + finished.stderr).not.toMatch(/^\s+at .+:\d+/m);
  return { ...finished, stderr: finished.stderr.replace(progress, '') };
}

/** The lines below a promise of the report, without their margin. */
export function linesOf(report: string, promise: string): string[] {
  const lines = report.split('\n');
  const index = lines.findIndex((line) => line.slice('  ? '.length) === promise);
  const below = lines.slice(index + 1);
  const end = below.findIndex((line) => !line.startsWith('      '));
  return below.slice(0, end).map((line) => line.trim());
}
