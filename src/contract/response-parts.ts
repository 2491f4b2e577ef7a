import { isDeclared, type Needs, needWords } from '../document/needs.js';
import type { Requirement } from '../document/requirements.js';

/** A requirement that a client relies on, and the parts of its response that it needs. */
export interface RecordedRequirement extends Requirement {
  /** As `listParts` has them. */
  readonly needs: readonly string[];
  /** Whether these are all parts because nothing says which ones it needs. */
  readonly isAssumed?: boolean;
}

/** The response, such as `createPet.400`, as `Needs` name it. */
export const nameResponse = ({ request, response }: Requirement) =>
  `${request.operation}.${response.status}` as const;

/**
 * What a client can need of a response: `Pet.name`, and the other fields; `Pet.page`, a list that has pets and is
 * full; `Error.body`, one in JSON; `Pet.httpStatus` and `Error.httpStatus`, this one and no other success or error.
 */
export function listParts(requirement: Requirement): readonly string[] {
  const schema = requirement.response.status < 400 ? 'Pet' : 'Error';
  const words = needWords[nameResponse(requirement)] ?? [];
  return words.filter((word) => !word.startsWith('-')).map((part) => `${schema}.${part}`);
}

/** The word for a part: `name` for `Pet.name`. */
export const nameWord = (part: string) => part.replace(/^\w+\./, '');

export const isStatusPart = (part: string) => part.endsWith('httpStatus');

export const withNeeds = (
  requirement: Requirement,
  wanted: readonly string[],
): RecordedRequirement => ({
  ...requirement,
  needs: listParts(requirement).filter((part) => wanted.includes(part)),
});

/** The parts that are needed by the first declaration that names the response or its object; without one, all. */
export function listDeclared(requirement: Requirement, all: readonly Needs[]): readonly string[] {
  const schema = requirement.response.status < 400 ? 'Pet' : 'Error';
  const name = nameResponse(requirement);
  const words = all.map((needs) => needs[name] ?? needs[schema]).find(Array.isArray);
  return listParts(requirement).filter((part) => isDeclared(nameWord(part), words));
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
