import { outline } from '../document/generated/outline.js';
import type { OperationName } from '../document/operations.js';
import { petStatuses } from '../document/pet.js';
import { type Needs, responseFields } from '../document/response-fields.js';

/**
 * One way in which a consumer uses the service. It has what the document gives meaning to, and no value of
 * a test: so many requests are one use, and there are finitely many uses.
 */
export interface Use {
  readonly operation: OperationName;
  /** The status of the response. */
  readonly status: number;
  /** What was sent, by name: parameters, fields of the body, or what was wrong with them. */
  readonly sent: Readonly<Record<string, string>>;
}

const { minimum, maximum } = outline.paths['/pets'].get.parameters[0].schema;
const limits = Array.from({ length: maximum - minimum + 1 }, (_, place) => String(minimum + place));

/** How a request lacks a valid key (section 5). */
const wrongKeys = ['none', 'invalid', 'empty', 'other scheme', 'no scheme'] as const;

/** What can be wrong with the body of createPet: with all of it, or with one of its fields. */
const wrongParts = {
  body: ['missing', 'malformed', 'array', 'text'],
  name: ['missing', 'null', 'boolean', 'number', 'array', 'object'],
  categoryId: ['missing', 'null', 'boolean', 'string', 'fraction', 'too large', 'array', 'object'],
  // The document does not say whether null counts as absent.
  status: ['unknown', 'boolean', 'number', 'array', 'object'],
} as const;

/** The values that uses have, by operation and status. */
export const sentValues: Readonly<
  Record<OperationName, Readonly<Record<number, Readonly<Record<string, readonly string[]>>>>>
> = {
  listPets: { 200: { limit: limits, status: petStatuses }, 401: { key: wrongKeys } },
  createPet: { 201: { status: petStatuses }, 400: wrongParts, 401: { key: wrongKeys } },
  getPet: { 200: {}, 404: {}, 401: { key: wrongKeys } },
};

/** Whether a contract can have this use. */
export function isUse({ operation, status, sent }: Use): boolean {
  const known = Object.hasOwn(sentValues, operation) ? sentValues[operation][status] : undefined;
  const entries = Object.entries(sent);
  return (
    known !== undefined &&
    // Something must be wrong, or the response would be another one.
    (entries.length > 0 || status < 400 || status === 404) &&
    // What is wrong with all of a body leaves no fields.
    (entries.length === 1 || !Object.hasOwn(sent, 'body')) &&
    entries.every(([name, value]) => Object.hasOwn(known, name) && known[name]?.includes(value))
  );
}

/** A text that only equal uses have. */
export function formatUse({ operation, status, sent }: Use): string {
  const parts = Object.entries(sent).map(([name, value]) => `${name}=${value}`);
  return [operation, status, ...parts.sort()].join(' ');
}

/** A use, and the fields of its response that the consumer reads. */
export interface NeededUse {
  readonly use: Use;
  /** Undefined: all. */
  readonly fields: readonly string[] | undefined;
}

/** The object that the response of a use has. */
export function findSchema({ status }: Use): 'Pet' | 'Error' {
  return status < 400 ? 'Pet' : 'Error';
}

/** All fields that the response of a use has. */
export function listFields(use: Use): readonly string[] {
  return responseFields[findSchema(use)];
}

/** A use with its fields in the order of the document. */
export function need(use: Use, fields: readonly string[] = listFields(use)): NeededUse {
  const all = listFields(use);
  const known = all.filter((field) => fields.includes(field));
  return { use, fields: known.length === all.length ? undefined : known };
}

/** The needs of one use. */
export function toNeeds({ use, fields }: NeededUse): Needs {
  return fields === undefined ? {} : { [findSchema(use)]: fields };
}

/** Unites uses: each once, with the fields that any of them needs. */
export function mergeUses(...lists: readonly (readonly NeededUse[])[]): NeededUse[] {
  const merged = new Map<string, NeededUse>();
  for (const one of lists.flat()) {
    const name = formatUse(one.use);
    const { use, fields } = merged.get(name) ?? one;
    const isWhole = fields === undefined || one.fields === undefined;
    merged.set(name, need(use, isWhole ? undefined : [...fields, ...one.fields]));
  }
  return [...merged.values()];
}
