import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type RunOptions, run } from '../../support/command.js';
import { createFolder } from '../../support/files.js';

/** The URL of a service, and a key that it accepts. */
interface Target {
  readonly url: string;
  readonly apiKey: string;
}

/** The parts of the report that tests read. */
interface Report {
  readonly outcome: string;
  readonly problems: readonly string[];
  readonly interactionResults: readonly { readonly result: string }[];
  readonly errors: readonly { readonly interaction: string }[];
  readonly pendingErrors: readonly { readonly interaction: string }[];
}

/** The consumers with an interaction that did not pass. */
export function findFailed({ errors = [], pendingErrors = [] }: Partial<Report>): string[] {
  const names = [...errors, ...pendingErrors].map(
    ({ interaction }) =>
      /^Verifying a pact between (\S+) and /.exec(interaction)?.[1] ?? interaction,
  );
  return [...new Set(names)].sort();
}

/** A pact of a consumer called shop. */
export const formatPact = (version: string, interactions: readonly unknown[]): string =>
  JSON.stringify({
    consumer: { name: 'shop' },
    provider: { name: 'animal-store' },
    interactions,
    metadata: { pactSpecification: { version } },
  });

/** Runs `animal-store verify --pact` for a pact, or for several in one folder. */
export async function verifyPact(
  { url, apiKey }: Target,
  pact: string | readonly string[],
  flags: readonly string[] = [],
  options?: RunOptions,
) {
  const folder = createFolder();
  const json = join(createFolder(), 'report.json');
  for (const [index, text] of [pact].flat().entries()) {
    await writeFile(join(folder, `${index}.json`), text);
  }
  const args = ['verify', '--url', url, '--api-key', apiKey, '--pact', folder, '--json', json];
  const finished = await run([...args, ...flags], options).finished;
  expect(finished.stdout + finished.stderr).not.toContain(apiKey);
  const text = await readFile(json, 'utf8').catch(() => {
    throw new Error(`There is no report: ${finished.stdout}${finished.stderr}`);
  });
  expect(text).not.toContain(apiKey);
  const report = JSON.parse(text) as Report;
  return { ...finished, report };
}
