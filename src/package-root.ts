import { readFileSync } from 'node:fs';

/**
 * The folder of the package, with `spec/` and `fixtures/`. This file is at the top of `src/` and its
 * bundle at the top of `dist/`, so the package is one level up from both.
 */
export const packageRoot = new URL('../', import.meta.url);

/** Reads the version of the package. */
export function readVersion(): string {
  const manifest = readFileSync(new URL('package.json', packageRoot), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
