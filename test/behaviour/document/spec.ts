import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const file = new URL('../../../spec/animal-store.openapi.yaml', import.meta.url);

/** The spec as a value of the caller's own. */
// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail when it isn't there
export function readSpec(): any {
  return parse(readFileSync(file, 'utf8'));
}

interface SpecOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}

/** All operations of the spec, of any path and method. */
export function specOperations(): SpecOperation[] {
  return Object.values(readSpec().paths).flatMap((item) => Object.values(item as object));
}

/** The names of the operations that list a named response under a status. */
export function operationsWith(response: string, status: number): string[] {
  const $ref = `#/components/responses/${response}`;
  const listing = specOperations().filter(({ responses }) => responses[status]?.$ref === $ref);
  return listing.map(({ operationId }) => operationId);
}
