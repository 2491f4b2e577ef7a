import type { OperationName } from '../document/operations.js';
import { type Needs, responseFields } from '../document/response-fields.js';

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
  /** What the consumer needs of the response, as `listAspects` has it; undefined for all. */
  readonly needs?: readonly string[];
}

/** A text that only equal uses have, whatever they need. */
export function formatUse({ operation, status, sent }: Use): string {
  const parts = Object.entries(sent).map(([name, value]) => `${name}=${value}`);
  return [operation, status, ...parts.sort()].join(' ');
}

/**
 * What a consumer can need of the response of a use: `Pet.name`, and the other fields; `Pet.page`, a list that has
 * pets and is full; `Error.body`, one in JSON; `Pet.httpStatus` and `Error.httpStatus`, this one and no other
 * success or error.
 */
export function listAspects({ operation, status }: Use): readonly string[] {
  const schema = status < 400 ? 'Pet' : 'Error';
  const ofPets = { listPets: ['page'], createPet: ['httpStatus'], getPet: [] };
  const around = schema === 'Pet' ? ofPets[operation] : ['body', 'httpStatus'];
  return [...responseFields[schema], ...around].map((aspect) => `${schema}.${aspect}`);
}

/** A use that needs these aspects. */
export function need({ needs, ...use }: Use, wanted: readonly string[] | undefined): Use {
  const all = listAspects(use);
  const known = all.filter((aspect) => wanted?.includes(aspect));
  return wanted === undefined || known.length === all.length ? use : { ...use, needs: known };
}

const { Pet: petFields, Error: errorFields } = responseFields;

/** The aspects that a declaration of fields stands for: an Error without fields is its status alone. */
export function declareAspects({ Pet = petFields, Error: error = errorFields }: Needs): string[] {
  const body = error.length > 0 ? ['body'] : [];
  return [
    ...[...Pet, 'page', 'httpStatus'].map((aspect) => `Pet.${aspect}`),
    ...[...error, ...body, 'httpStatus'].map((aspect) => `Error.${aspect}`),
  ];
}

/** Unites uses: each once, with the aspects that any of them needs. */
export function mergeUses(uses: readonly Use[]): Use[] {
  const merged = new Map<string, Use>();
  for (const use of uses) {
    const name = formatUse(use);
    const known = merged.get(name) ?? use;
    merged.set(name, need(use, known.needs && use.needs && [...known.needs, ...use.needs]));
  }
  return [...merged.values()];
}
