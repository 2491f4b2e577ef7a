import { expect } from 'vitest';
import { type RunOptions, run } from '../support/command.js';

/** The URL of a provider, and a valid key. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
}

/** The flags that every verification needs. */
export const flagsOf = ({ url, apiKey }: Target) => ['--url', url, '--api-key', apiKey];

/** Runs `animal-store verify`. */
export async function verifyByCommand(args: readonly string[], options?: RunOptions) {
  const finished = await run(['verify', ...args], options).finished;
  expect(finished.stdout + finished.stderr).not.toMatch(/^\s+at .+:\d+/m);
  return finished;
}

/** The lines of the finding or reason under which a report lists a requirement, trimmed. */
export function linesOf(report: string, requirement: string): string[] {
  const isListed = (line: string) =>
    /^ {3}[✓!?✗] \S+ +(.*?)(?: \((?:all|\d+ of) .*)?$/.exec(line)?.[1];
  const blocks = report.split('\n\n').map((block) => block.split('\n'));
  const found = blocks.find((lines) => lines.some((line) => isListed(line) === requirement));
  return (found ?? []).map((line) => line.trim());
}
