import { type BodySchema, operationsByName } from '../document/operations.js';
import { type Needs, responseFields } from '../document/pet.js';
import type { Requirement } from '../document/requirements.js';

/** A requirement that a client relies on, and the parts of its response that it needs. */
export interface RecordedRequirement extends Requirement {
  /** As `listParts` has them. */
  readonly needs: readonly string[];
  /** True if these are all parts because nothing says which ones it needs. */
  readonly isAssumed?: boolean;
}

/** The name of a response: `createPet.400`. */
export const nameResponse = ({ request, response }: Requirement) =>
  `${request.operation}.${response.status}` as const;

/** The schema of a response's body; undefined for one without. */
export const getSchema = ({ request, response }: Requirement): BodySchema | undefined =>
  operationsByName[request.operation].schemas[response.status];

/** The object that a response has, or a list of it. */
const findObject = ({ response }: Requirement) => (response.status < 400 ? 'Pet' : 'Error');

const partsBeyondFields: Readonly<Record<BodySchema, readonly string[]>> = {
  Pets: ['page'],
  Pet: [],
  Error: ['body'],
};

/**
 * Parts of a response that a client can need: `Pet.name`, and the other fields; `Pet.page`, a list that has pets and is
 * full; `Error.body`, one in JSON; `Pet.httpStatus` and `Error.httpStatus`, this one and no other success or error.
 */
export function listParts(requirement: Requirement): readonly string[] {
  const object = findObject(requirement);
  const schema = getSchema(requirement);
  const ofBody = schema ? [...responseFields[object], ...partsBeyondFields[schema]] : [];
  const ofStatus = requirement.response.status === 200 ? [] : ['httpStatus'];
  return [...ofBody, ...ofStatus].map((part) => `${object}.${part}`);
}

/** The word for a part: `name` for `Pet.name`. */
export const nameWord = (part: string) => part.replace(/^\w+\./, '');

const isField = (part: string) =>
  [...responseFields.Pet, ...responseFields.Error].some((field) => field === part);

export const isStatusPart = (part: string) => part.endsWith('httpStatus');

export const withNeeds = (
  requirement: Requirement,
  wanted: readonly string[],
): RecordedRequirement => ({
  ...requirement,
  needs: listParts(requirement).filter((part) => wanted.includes(part)),
});

/** The parts that are needed by the first declaration that names the fields of its object; without one, all. */
export function listDeclared(requirement: Requirement, all: readonly Needs[]): readonly string[] {
  const object = findObject(requirement);
  const fields: readonly string[] | undefined = all
    .map((needs) => needs[object])
    .find(Array.isArray);
  const isUnread = (part: string) =>
    part === 'body' ? fields?.length === 0 : isField(part) && fields?.includes(part) === false;
  return listParts(requirement).filter((part) => !isUnread(nameWord(part)));
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
