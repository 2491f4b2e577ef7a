import { operations } from '../document/operations.js';
import {
  combine,
  countPets,
  findMistake,
  json,
  keys,
  readValues,
  writeRequest,
} from './requests.js';
import {
  createAnyStatusShape,
  createErrorShape,
  createPageShape,
  createPetShape,
  type Shape,
} from './shapes.js';
import { listAspects, type Use } from './use.js';

function describeError(use: Use): string {
  const { operation, status, sent } = use;
  if (status === 404) {
    return `${operation} responds with 404 when no pet has the identifier`;
  }
  return status === 401
    ? `${operation} ${keys[sent.key ?? '']?.text} is rejected`
    : `${operation} rejects ${findMistake(use)?.text}`;
}

function describeList(use: Use): string {
  const { limit, status } = use.sent;
  const parameters = [limit && `limit ${limit}`, status && `the status filter ${status}`];
  const shown = parameters.filter(Boolean).join(' and ');
  const how = shown === '' ? '' : ` with ${shown}`;
  const all = status === undefined ? '' : `, only with the status ${status}`;
  const { min, max } = countPets(use);
  const atLeast = min <= 1 ? 'at most ' : `${min} to `;
  const size = `${min === max ? '' : atLeast}${max} ${max === 1 ? 'pet' : 'pets'}`;
  return `listPets${how} returns ${size}${all}`;
}

/** What a use expects, in words that are unique in the contract, and as a body. */
interface Expectation {
  readonly description: string;
  /** Undefined where the status alone is needed. */
  readonly body: Shape | undefined;
  /** The use whose request it has, unless that is the use itself. */
  readonly of?: Use;
}

/** A pet without a status takes two: one finds missing fields, the other a wrong status. */
function describePets(use: Use, fields: readonly string[]): Expectation[] {
  const { operation, sent } = use;
  const readsStatus = fields.includes('status');
  if (operation === 'createPet') {
    const { status } = sent;
    const values = readValues(sent);
    const kinds = [
      status === undefined ? 'without a status' : `with the status ${status}`,
      sent.categoryId && 'with a category beyond 2^53',
      sent.name && 'with a name beyond ASCII',
    ];
    const how = kinds.filter(Boolean).join(' and ');
    const created = {
      description: `createPet ${how} returns the created pet`,
      body: createPetShape(fields, values),
    };
    const anyStatus = {
      description: `createPet ${how} returns a known status or none`,
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
  const { operation, status, sent } = use;
  // Without their objects, `Pet.` and `Error.`.
  const needs = (use.needs ?? listAspects(use)).map((aspect) => aspect.replace(/^\w+\./, ''));
  if (status >= 400) {
    const body = needs.includes('body') ? createErrorShape(needs, status) : undefined;
    return [{ description: describeError(use), body }];
  }
  if (operation === 'listPets') {
    const body = createPageShape(needs, countPets(use), sent.status);
    return [{ description: describeList(use), body }];
  }
  const readsBody = needs.some((aspect) => aspect !== 'httpStatus');
  return describePets(use, needs).map((one) => (readsBody ? one : { ...one, body: undefined }));
}

const contentType = combine([{ match: 'regex', regex: '(?i)^application/json *(;.*)?$' }]);

function writeResponse(use: Use, body: Expectation['body']): object {
  const { status, needs } = use;
  const isAny =
    needs && listAspects(use).some((one) => /Status$/.test(one) && !needs.includes(one));
  const kind = status < 400 ? 'success' : 'clientError';
  const ofStatus = isAny && { status: combine([{ match: 'statusCode', status: kind }]) };
  if (body === undefined) {
    return { status, ...(ofStatus && { matchingRules: ofStatus }) };
  }
  const rules = Object.entries(body.rules).map(([path, list]) => [path, combine(list)]);
  return {
    status,
    headers: { 'Content-Type': [json] },
    body: { content: body.example, contentType: json, encoded: false },
    matchingRules: {
      ...ofStatus,
      header: { 'Content-Type': contentType },
      ...(rules.length > 0 && { body: Object.fromEntries(rules) }),
    },
  };
}

/** Says when used operations end: `getPet is deprecated, and is to be removed on 2030-12-05 (section 4.3).` */
export const describeEnds = (uses: readonly Use[]): string[] =>
  operations
    .filter(({ name, deprecated }) => deprecated && uses.some((use) => use.operation === name))
    .map(({ name, sunset, section }) => {
      const end = sunset?.toISOString().slice(0, 10);
      return `${name} is deprecated, and is to be removed on ${end} (section ${section}).`;
    });

/** Writes the interactions of a use: one, or two where Pact can't check all in one. */
export function writeInteractions(use: Use): { readonly description: string }[] {
  const described = operations.find(({ name }) => name === use.operation);
  const section = use.status === 401 ? '5' : described?.section;
  const text = describeEnds([use]);
  return describeExpectations(use).map(({ description, body, of = use }) => {
    const { states, request } = writeRequest(of);
    return {
      type: 'Synchronous/HTTP',
      description,
      pending: false,
      comments: { references: { interface: { section } }, ...(text.length > 0 && { text }), use },
      ...(states.length > 0 && { providerStates: states }),
      request,
      response: writeResponse(use, body),
    };
  });
}
