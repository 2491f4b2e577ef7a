import { type Needs, responseFields } from '../document/pet.js';
import type { Requirement } from '../document/requirements.js';

/** A requirement that a client relies on, and the parts of its response that it needs. */
export interface RecordedRequirement extends Requirement {
  /** As `listParts` has them. */
  readonly needs: readonly string[];
  /** Whether these are all parts because nothing says which ones it needs. */
  readonly isAssumed?: boolean;
}

const statusPart = 'httpStatus';

/**
 * What a client can need of a response: `Pet.name`, and the other fields; `Pet.page`, a list that has pets and is
 * full; `Error.body`, one in JSON; `Pet.httpStatus` and `Error.httpStatus`, this one and no other success or error.
 */
export function listParts({ request, response }: Requirement): readonly string[] {
  const schema = response.status < 400 ? 'Pet' : 'Error';
  const ofPets = { listPets: ['page'], createPet: [statusPart], getPet: [] };
  const around = schema === 'Pet' ? ofPets[request.operation] : ['body', statusPart];
  return [...responseFields[schema], ...around].map((part) => `${schema}.${part}`);
}

/** Whether a part is a status. */
export const isStatusPart = (part: string) => part.endsWith(statusPart);

/** A requirement of which a client needs these parts. */
export const withNeeds = (
  requirement: Requirement,
  wanted: readonly string[],
): RecordedRequirement => ({
  ...requirement,
  needs: listParts(requirement).filter((part) => wanted.includes(part)),
});

const { Pet: petParts, Error: errorParts } = responseFields;

/** The parts that a declaration of fields stands for: an Error without fields is its status alone. */
export function declareParts({ Pet = petParts, Error: error = errorParts }: Needs): string[] {
  const body = error.length > 0 ? ['body'] : [];
  return [
    ...[...Pet, 'page', statusPart].map((part) => `Pet.${part}`),
    ...[...error, ...body, statusPart].map((part) => `Error.${part}`),
  ];
}

/** Unites requirements: each once, with the parts that any of them needs. */
export function mergeRequirements(all: readonly RecordedRequirement[]): RecordedRequirement[] {
  const merged = new Map<string, RecordedRequirement>();
  for (const one of all) {
    const { needs = [], isAssumed = false } = merged.get(one.sentence) ?? {};
    const both = withNeeds(one, [...needs, ...one.needs]);
    merged.set(one.sentence, { ...both, isAssumed: isAssumed || one.isAssumed === true });
  }
  return [...merged.values()];
}
