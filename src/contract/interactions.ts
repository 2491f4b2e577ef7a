import { operations } from '../document/operations.js';
import type { PetStatus } from '../document/pet.js';
import type { Needs } from '../document/response-fields.js';
import { describeWrongPet, petName, wrongBodies } from './mistakes.js';
import { countPets, writeRequest } from './requests.js';
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
interface Interaction extends ReturnType<typeof writeRequest> {
  /** A sentence that is unique in the contract. */
  readonly description: string;
  /** Of the interface document. */
  readonly section: string;
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

function describeError({ operation, status, sent: { key = '', body, ...wrong } }: Use): string {
  switch (status) {
    case 400: {
      const known = wrongBodies[body as keyof typeof wrongBodies];
      return `${operation} rejects ${known?.text ?? describeWrongPet(wrong)}`;
    }
    case 401:
      return `${operation} ${keyTexts[key]} is rejected`;
    default:
      return `${operation} responds with 404 when no pet has the identifier`;
  }
}

function formatPageSize({ min, max }: PageSize): string {
  if (min === max) {
    return max === 1 ? '1 pet' : `${max} pets`;
  }
  return `${min === 1 ? 'at most' : `${min} to`} ${max} pets`;
}

function describeList(sent: Use['sent']): string {
  const { limit, status } = sent;
  const parameters = [
    ...(limit === undefined ? [] : [`limit ${limit}`]),
    ...(status === undefined ? [] : [`the status filter ${status}`]),
  ];
  const how = parameters.length === 0 ? '' : ` with ${parameters.join(' and ')}`;
  const all = status === undefined ? '' : `, only with the status ${status}`;
  return `listPets${how} returns ${formatPageSize(countPets(sent))}${all}`;
}

interface Part {
  readonly description: string;
  readonly body: Shape;
  /** Default: the use. */
  readonly of?: Use;
}

/** A pet without a status takes two: one finds missing fields, the other a wrong status. */
function describeNewPet({ sent: { status } }: Use, needs: Needs): Part[] {
  const values = { name: petName, ...(status && { status }) };
  const how = status === undefined ? 'without a status' : `with the status ${status}`;
  const created = {
    description: `createPet ${how} returns the created pet`,
    body: createPetShape(needs, values),
  };
  const anyStatus = {
    description: 'createPet without a status returns a known status or none',
    body: createAnyStatusShape(needs, values),
  };
  return status === undefined && needsStatus(needs) ? [created, anyStatus] : [created];
}

function describePet(use: Use, needs: Needs): Part[] {
  if (!needsStatus(needs)) {
    return [{ description: 'getPet returns a pet', body: createPetShape(needs, {}) }];
  }
  const status = 'available';
  return [
    {
      description: `getPet returns a pet with the status ${status}`,
      body: createPetShape(needs, { status }),
      of: { ...use, sent: { status } },
    },
    {
      description:
        'getPet returns a pet that was created without a status with a known status or none',
      body: createAnyStatusShape(needs),
    },
  ];
}

function describeParts(use: Use, needs: Needs): Part[] {
  const { operation, status, sent } = use;
  if (status >= 400) {
    return [{ description: describeError(use), body: createErrorShape(needs, status) }];
  }
  switch (operation) {
    case 'listPets': {
      const size = countPets(sent);
      const body =
        sent.status === undefined
          ? createPageShape(needs, size)
          : createFilteredPageShape(needs, size, sent.status as PetStatus);
      return [{ description: describeList(sent), body }];
    }
    case 'createPet':
      return describeNewPet(use, needs);
    case 'getPet':
      return describePet(use, needs);
  }
}

/** Creates the interactions of a use: one, or two where Pact can't check all in one. */
export function createInteractions(use: Use, needs: Needs): Interaction[] {
  const { operation, status } = use;
  const found = operations.find(({ name }) => name === operation)?.section ?? '';
  const section = status === 401 ? '5' : found;
  return describeParts(use, needs).map(({ of = use, ...part }) => ({
    ...part,
    ...writeRequest(of),
    section,
    status,
  }));
}
