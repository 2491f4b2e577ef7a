import { operations } from '../document/operations.js';
import { responseFields } from '../document/response-fields.js';
import { combine, countPets, findMistake, json, keys, petName, writeRequest } from './requests.js';
import {
  createAnyStatusShape,
  createErrorShape,
  createPageShape,
  createPetShape,
  type Shape,
} from './shapes.js';
import { findSchema, type Use } from './use.js';

function describeError(use: Use): string {
  const { operation, status, sent } = use;
  if (status === 404) {
    return `${operation} responds with 404 when no pet has the identifier`;
  }
  return status === 401
    ? `${operation} ${keys[sent.key ?? '']?.text} is rejected`
    : `${operation} rejects ${findMistake(use)?.text}`;
}

function describeList(sent: Use['sent']): string {
  const { limit, status } = sent;
  const parameters = [limit && `limit ${limit}`, status && `the status filter ${status}`];
  const shown = parameters.filter(Boolean).join(' and ');
  const how = shown === '' ? '' : ` with ${shown}`;
  const all = status === undefined ? '' : `, only with the status ${status}`;
  const { min, max } = countPets(sent);
  const atLeast = min === 1 ? 'at most ' : `${min} to `;
  const size = `${min === max ? '' : atLeast}${max} ${max === 1 ? 'pet' : 'pets'}`;
  return `listPets${how} returns ${size}${all}`;
}

/** What a use expects, in words that are unique in the contract, and as a body. */
interface Expectation {
  readonly description: string;
  readonly body: Shape;
  /** The use whose request it has, unless that is the use itself. */
  readonly of?: Use;
}

/** A pet without a status takes two: one finds missing fields, the other a wrong status. */
function describePets(use: Use, fields: readonly string[]): Expectation[] {
  const { operation, sent } = use;
  const readsStatus = fields.includes('status');
  if (operation === 'createPet') {
    const { status } = sent;
    const values = { name: petName, ...(status && { status }) };
    const how = status === undefined ? 'without a status' : `with the status ${status}`;
    const created = {
      description: `createPet ${how} returns the created pet`,
      body: createPetShape(fields, values),
    };
    const anyStatus = {
      description: 'createPet without a status returns a known status or none',
      body: createAnyStatusShape(fields, values),
    };
    return status === undefined && readsStatus ? [created, anyStatus] : [created];
  }
  if (!readsStatus) {
    return [{ description: 'getPet returns a pet', body: createPetShape(fields, {}) }];
  }
  const status = 'available';
  return [
    {
      description: `getPet returns a pet with the status ${status}`,
      body: createPetShape(fields, { status }),
      of: { ...use, sent: { status } },
    },
    {
      description:
        'getPet returns a pet that was created without a status with a known status or none',
      body: createAnyStatusShape(fields),
    },
  ];
}

function describeExpectations(use: Use): Expectation[] {
  const { operation, status, sent, needs: fields = responseFields[findSchema(use)] } = use;
  if (status >= 400) {
    return [{ description: describeError(use), body: createErrorShape(fields, status) }];
  }
  if (operation === 'listPets') {
    const body = createPageShape(fields, countPets(sent), sent.status);
    return [{ description: describeList(sent), body }];
  }
  return describePets(use, fields);
}

const contentType = combine([{ match: 'regex', regex: '(?i)^application/json *(;.*)?$' }]);

/** Writes the interactions of a use: one, or two where Pact can't check all in one. */
export function writeInteractions(use: Use): { readonly description: string }[] {
  const { operation, status } = use;
  const described = operations.find(({ name }) => name === operation);
  const section = status === 401 ? '5' : described?.section;
  return describeExpectations(use).map(({ description, body: { example, rules }, of = use }) => {
    const { states, request } = writeRequest(of);
    const combined = Object.entries(rules).map(([path, list]) => [path, combine(list)]);
    return {
      comments: { references: { interface: { section } }, use },
      description,
      pending: false,
      ...(states.length > 0 && { providerStates: states }),
      request,
      response: {
        body: { content: example, contentType: json, encoded: false },
        headers: { 'Content-Type': [json] },
        matchingRules: {
          ...(combined.length > 0 && { body: Object.fromEntries(combined) }),
          header: { 'Content-Type': contentType },
        },
        status,
      },
      type: 'Synchronous/HTTP',
    };
  });
}
