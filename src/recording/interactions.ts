import { operations } from '../engine/interface/operations.js';
import type { Needs } from '../engine/interface/response-fields.js';
import type { PetStatus } from '../engine/pets/pet.js';
import {
  countPets,
  createGetRequest,
  createRequest,
  type PactRequest,
  petName,
} from './requests.js';
import {
  createAnyStatusShape,
  createErrorShape,
  createFilteredPageShape,
  createPageShape,
  createPetShape,
  needsStatus,
  type PageSize,
  type Shape,
} from './shapes.js';
import type { Use } from './use.js';

/** A request and its expected response. */
export interface Interaction {
  /** A sentence that is unique in the contract. */
  readonly description: string;
  /** Of the interface document. */
  readonly section: string;
  readonly request: PactRequest;
  readonly status: number;
  readonly body: Shape;
}

/** How a sentence names a wrong key. */
const keyTexts: Readonly<Record<string, string>> = {
  none: 'without an API key',
  invalid: 'with an API key that is not valid',
  empty: 'with the scheme Bearer and no API key',
  'other scheme': 'with the API key under the scheme Basic',
  'no scheme': 'with the API key and no scheme',
};

const bodyTexts: Readonly<Record<string, string>> = {
  missing: 'a request without a body',
  malformed: 'a body that is malformed JSON',
  array: 'a body that is an array',
  text: 'a body that is a string',
};

const kindTexts: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'a boolean',
  number: 'a number',
  string: 'a string',
  fraction: 'a fraction',
  array: 'an array',
  object: 'an object',
};

function describeWrongField([name, kind]: readonly [string, string]): string {
  switch (kind) {
    case 'missing':
      return `without a ${name}`;
    case 'unknown':
      return 'with an unknown status';
    case 'too large':
      return `with a ${name} beyond int64`;
    default:
      return `with ${kindTexts[kind]} as ${name}`;
  }
}

function describeWrongBody({ body, ...wrong }: Use['sent']): string {
  if (body !== undefined) {
    return bodyTexts[body] as string;
  }
  const parts = ['name', 'categoryId', 'status'].flatMap((name) =>
    wrong[name] === undefined ? [] : [describeWrongField([name, wrong[name]])],
  );
  const last = parts.pop();
  return `a pet ${parts.length === 0 ? '' : `${parts.join(', ')} and `}${last}`;
}

function formatPageSize({ min, max }: PageSize): string {
  if (min === max) {
    return max === 1 ? '1 pet' : `${max} pets`;
  }
  return `${min === 1 ? 'at most' : `${min} to`} ${max} pets`;
}

function createListInteraction(use: Use, needs: Needs) {
  const { limit, status } = use.sent;
  const size = countPets(use.sent);
  const withLimit = limit === undefined ? [] : [`limit ${limit}`];
  const withStatus = status === undefined ? [] : [`the status filter ${status}`];
  const sent = [...withLimit, ...withStatus].join(' and ');
  const all = status === undefined ? '' : `, only with the status ${status}`;
  return {
    description: `listPets${sent && ` with ${sent}`} returns ${formatPageSize(size)}${all}`,
    body:
      status === undefined
        ? createPageShape(needs, size)
        : createFilteredPageShape(needs, size, status as PetStatus),
  };
}

type Part = Omit<Interaction, 'section' | 'status'>;

/** A pet without a status takes two: one finds missing fields, the other a wrong status. */
function createNewPetInteractions(use: Use, needs: Needs): Part[] {
  const request = createRequest(use);
  const { status } = use.sent;
  if (status !== undefined) {
    const description = `createPet with the status ${status} returns the created pet`;
    return [{ description, request, body: createPetShape(needs, { name: petName, status }) }];
  }
  const values = { name: petName };
  const created = {
    description: 'createPet without a status returns the created pet',
    request,
    body: createPetShape(needs, values),
  };
  const anyStatus = {
    description: 'createPet without a status returns a known status or none',
    request,
    body: createAnyStatusShape(needs, values),
  };
  return needsStatus(needs) ? [created, anyStatus] : [created];
}

function createGetInteractions(needs: Needs): Part[] {
  if (!needsStatus(needs)) {
    const request = createGetRequest(undefined);
    return [{ description: 'getPet returns a pet', request, body: createPetShape(needs, {}) }];
  }
  const status = 'available';
  return [
    {
      description: `getPet returns a pet with the status ${status}`,
      request: createGetRequest(status),
      body: createPetShape(needs, { status }),
    },
    {
      description:
        'getPet returns a pet that was created without a status with a known status or none',
      request: createGetRequest(undefined),
      body: createAnyStatusShape(needs),
    },
  ];
}

function createParts(use: Use, needs: Needs): Part[] {
  const { operation, status, sent } = use;
  if (status >= 400) {
    const body = createErrorShape(needs, status);
    const request = createRequest(use);
    const descriptions: Readonly<Record<number, string>> = {
      400: `${operation} rejects ${describeWrongBody(sent)}`,
      401: `${operation} ${keyTexts[sent.key ?? '']} is rejected`,
      404: `${operation} responds with 404 when no pet has the identifier`,
    };
    return [{ description: descriptions[status] as string, request, body }];
  }
  switch (operation) {
    case 'listPets':
      return [{ ...createListInteraction(use, needs), request: createRequest(use) }];
    case 'createPet':
      return createNewPetInteractions(use, needs);
    case 'getPet':
      return createGetInteractions(needs);
  }
}

/** Creates the interactions of a use: one, or two where Pact can't check all in one. */
export function createInteractions(use: Use, needs: Needs): Interaction[] {
  const { operation, status } = use;
  const found = operations.find(({ name }) => name === operation)?.section ?? '';
  const section = status === 401 ? '5' : found;
  return createParts(use, needs).map((part) => ({ ...part, section, status }));
}
