import type { OperationName } from '../document/operations.js';
import { responseFields } from '../document/response-fields.js';

/**
 * One way in which a consumer uses the service. It has what the document gives meaning to, and no value of
 * a test: so many requests are one use, and there are finitely many uses.
 */
export interface Use {
  readonly operation: OperationName;
  /** The status of the response. */
  readonly status: number;
  /** What was sent, by name: parameters, the status of a pet, or what was wrong. */
  readonly sent: Readonly<Record<string, string>>;
  /** The fields of the response that the consumer reads, in the order of the document; undefined for all. */
  readonly needs?: readonly string[];
}

/** A text that only equal uses have, whatever they need. */
export function formatUse({ operation, status, sent }: Use): string {
  const parts = Object.entries(sent).map(([name, value]) => `${name}=${value}`);
  return [operation, status, ...parts.sort()].join(' ');
}

/** The object that the response of a use has. */
export function findSchema({ status }: Use): 'Pet' | 'Error' {
  return status < 400 ? 'Pet' : 'Error';
}

/** A use that needs these fields; undefined for all. */
export function need({ needs, ...use }: Use, fields: readonly string[] | undefined): Use {
  const all: readonly string[] = responseFields[findSchema(use)];
  const known = all.filter((field) => fields?.includes(field));
  return fields === undefined || known.length === all.length ? use : { ...use, needs: known };
}

/** Unites uses: each once, with the fields that any of them needs. */
export function mergeUses(uses: readonly Use[]): Use[] {
  const merged = new Map<string, Use>();
  for (const use of uses) {
    const name = formatUse(use);
    const known = merged.get(name) ?? use;
    merged.set(name, need(use, known.needs && use.needs && [...known.needs, ...use.needs]));
  }
  return [...merged.values()];
}
