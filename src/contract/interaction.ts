import { type Method, operationsByName } from '../document/operations.js';
import { formatPet } from '../document/pet.js';
import { getPageSize, type KeyKind, type Requirement } from '../document/requirements.js';
import { type ProviderState, writeStates } from './provider-states.js';
import { isStatusPart, listParts, nameWord } from './response-parts.js';
import {
  createAnyStatusShape,
  createErrorShape,
  createPageShape,
  createPetShape,
  type Shape,
} from './shapes.js';

/** A value from a provider state, which the verifier inserts into `expression`. */
export interface Injected {
  /** What stands there before. */
  readonly example: string;
  /** Such as `/pets/${petId}`. */
  readonly expression: string;
  /** Matches every injected value. */
  readonly regex: string;
}

/** A requirement in the terms of Pact, whoever writes the file. */
export interface Interaction {
  readonly requirement: Requirement;
  readonly states: readonly ProviderState[];
  readonly method: Method;
  readonly path: string | Injected;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined sends no key. */
  readonly authorization: string | Injected | undefined;
  /** JSON, or another text; undefined for none. */
  readonly body: string | undefined;
  /** Whether the body's category comes from a provider state. */
  readonly hasInjectedCategory: boolean;
  readonly response: {
    readonly status: number;
    /** Whether any status of the same kind is right: another success, or another error of the client. */
    readonly isAnyOfKind: boolean;
    /** Undefined where the status alone is needed. */
    readonly body: Shape | undefined;
  };
}

/** A key after a scheme; its example tells verifiers that insert no values which of the two it is. */
const injectKey = (scheme: string, example: string): Injected => ({
  example: `${scheme}${example}`,
  expression: `${scheme}\${apiKey}`,
  regex: `^${scheme}\\S+$`,
});

const authorizations: Readonly<Record<KeyKind, string | Injected | undefined>> = {
  valid: injectKey('Bearer ', 'valid-key'),
  none: undefined,
  invalid: injectKey('Bearer ', 'invalid-key'),
  empty: 'Bearer',
  basic: injectKey('Basic ', 'valid-key'),
  bare: injectKey('', 'valid-key'),
};

/** What stands for an injected category. */
export const exampleCategory = 2;

/** What a client asks for where there is no such pet. */
const unknownId = 9_007_199_254_740_993n;

function writePath({ state, request }: Requirement): string | Injected {
  const { path } = operationsByName[request.operation];
  const place = '{petId}';
  if (!path.includes(place)) {
    return path;
  }
  return {
    example: path.replace(place, String(state.unusedId ? unknownId : 1)),
    expression: path.replace(place, `$${place}`),
    regex: `^${path.replace(place, '-?\\d+')}$`,
  };
}

/** The pets that its state ensures, as far as the limit allows. One may be gone, as other clients may delete pets. */
function countPets({ state: { count = 2 }, request }: Requirement, needs?: readonly string[]) {
  const { query } = request;
  const max = getPageSize(query);
  const isFull = needs?.includes('Pet.page');
  // The state has a single pet of the status, whatever the limit.
  const full = query?.status === undefined ? Math.min(max, count - 1) : 1;
  return { min: isFull ? full : Number(needs === undefined), max };
}

function describeBody(requirement: Requirement, needs?: readonly string[]): Shape | undefined {
  const { state, request, response } = requirement;
  // Without their objects, `Pet.` and `Error.`.
  const parts = (needs ?? listParts(requirement)).map(nameWord);
  if (response.status >= 400) {
    return parts.includes('body') ? createErrorShape(parts, response.status) : undefined;
  }
  if (!parts.some((part) => !isStatusPart(part))) {
    return undefined;
  }
  const createShape = response.petStatus === 'any' ? createAnyStatusShape : createPetShape;
  switch (request.operation) {
    case 'listPets':
      return createPageShape(parts, countPets(requirement, needs), request.query?.status);
    case 'createPet': {
      const category =
        state.categoryId === 'any' ? {} : { categoryId: BigInt(`${state.categoryId}`) };
      return createShape(parts, { ...Object(request.body), ...category });
    }
    case 'getPet':
      return createShape(
        parts,
        response.petStatus && response.petStatus !== 'any' ? { status: response.petStatus } : {},
      );
    default:
      return request.operation satisfies never;
  }
}

/** @param needs the parts of the response that a client needs; default: all, of a page at least one pet */
export function describeInteraction(
  requirement: Requirement,
  needs?: readonly string[],
): Interaction {
  const { state, request, response } = requirement;
  const { operation, key, body, query = {} } = request;
  const isNewPet = typeof body === 'object';
  const isAny = state.categoryId === 'any';
  const isPageNeeded = operation !== 'listPets' || countPets(requirement, needs).min > 0;
  return {
    requirement,
    states: writeStates(key, response.status >= 400 || isPageNeeded ? state : {}),
    method: operationsByName[operation].method,
    path: writePath(requirement),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`])),
    authorization: authorizations[key],
    body: isNewPet
      ? formatPet({ ...body, categoryId: isAny ? exampleCategory : state.categoryId })
      : body,
    hasInjectedCategory: isNewPet && isAny,
    response: {
      status: response.status,
      isAnyOfKind:
        needs !== undefined &&
        listParts(requirement).some((part) => isStatusPart(part) && !needs.includes(part)),
      body: describeBody(requirement, needs),
    },
  };
}
