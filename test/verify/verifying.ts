import { expect } from 'vitest';
import { type RunOptions, run } from '../support/command.js';

/** The URL of a provider, and a valid key. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
}

/** The flags that every verification needs. */
export const flagsOf = ({ url, apiKey }: Target) => ['--url', url, '--api-key', apiKey];

/** A line of progress, which a slow verification writes. */
const progress = /^\d+ of \d+ requirements tested\n/gm;

/** Runs `animal-store verify`; its lines of progress are left out. */
export async function verifyByCommand(args: readonly string[], options?: RunOptions) {
  const finished = await run(['verify', ...args], options).finished;
  expect(finished.stdout + finished.stderr).not.toMatch(/^\s+at .+:\d+/m);
  return { ...finished, stderr: finished.stderr.replace(progress, '') };
}

/** The lines of the finding or reason under which a report lists a requirement, trimmed. */
export function linesOf(report: string, requirement: string): string[] {
  const isListed = (line: string) =>
    /^ {3}[✓!?✗] \S+ +(.*?)(?: \((?:all|\d+ of) .*)?$/.exec(line)?.[1];
  const blocks = report.split('\n\n').map((block) => block.split('\n'));
  const found = blocks.find((lines) => lines.some((line) => isListed(line) === requirement));
  return (found ?? []).map((line) => line.trim());
}
