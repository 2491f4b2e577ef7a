import { readdirSync } from 'node:fs';
import { packageRoot } from '../package-root.js';

/** The folder of the named catalogues, which is part of the package. */
export const fixturesFolder = new URL('fixtures/', packageRoot);

/** The names that `--fixture` takes beside paths. */
export function namedFixtures(): string[] {
  return readdirSync(fixturesFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));
}
