import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const file = new URL('../../../spec/animal-store.openapi.yaml', import.meta.url);

/** The spec as a value of the caller's own. */
// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail when it isn't there
export function readSpec(): any {
  return parse(readFileSync(file, 'utf8'));
}
