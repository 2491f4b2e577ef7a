import { quote } from '../../document/format.js';
import { outline } from '../../document/generated/outline.js';
import type { ServiceResponse } from '../../document/message.js';
import { createRejection } from '../../document/open-points.js';
import type { Operation } from '../../document/operations.js';
import { isPetStatus, type PetStatus, petStatuses } from '../../document/pet.js';
import type { Call } from '../handle.js';
import { choose, noteViolation } from '../notes.js';
import { countPets, writePage } from '../pets.js';
import { checkUnknownQuery, chooseFormat } from './common.js';

const section = outline.paths['/pets'].get['x-section'];
const [limitParameter, statusParameter] = outline.paths['/pets'].get.parameters;
const { minimum, maximum, default: defaultLimit } = limitParameter.schema;

function readLimit(call: Call): number {
  const values = call.query.getAll(limitParameter.name);
  const [text] = values;
  if (text === undefined) {
    return defaultLimit;
  }
  const problem =
    `limit must be an integer from ${minimum} to ${maximum} (section ${section}); got ` +
    `${quote(...values)}.`;
  if (values.length > 1 || !/^-?(?:0|[1-9][0-9]*)$/.test(text)) {
    noteViolation(call, section);
    if (choose(call, 'limit-malformed') === 'reject') {
      throw createRejection(
        'limit-malformed',
        `${problem} Send one plain number, or leave limit out.`,
      );
    }
    return defaultLimit;
  }
  const limit = Number(text);
  if (limit >= minimum && limit <= maximum) {
    return limit;
  }
  noteViolation(call, section);
  switch (choose(call, 'limit-out-of-range')) {
    case 'reject':
      throw createRejection('limit-out-of-range', `${problem} Send a number in that range.`);
    case 'clamp':
      return limit < minimum ? minimum : maximum;
    case 'ignore':
      return defaultLimit;
  }
}

/** @returns a status, all pets, or none at all */
function readStatus(call: Call): PetStatus | 'all' | 'none' {
  const values = call.query.getAll(statusParameter.name);
  const [text] = values;
  if (text === undefined) {
    return 'all';
  }
  if (values.length === 1 && isPetStatus(text)) {
    return text;
  }
  noteViolation(call, section);
  switch (choose(call, 'unknown-status-filter')) {
    case 'reject':
      throw createRejection(
        'unknown-status-filter',
        `status must be one of ${petStatuses.join(', ')} (section ${section}); got ` +
          `${quote(...values)}. Send one of them, or leave status out.`,
      );
    case 'none':
      return 'none';
    case 'ignore':
      return 'all';
  }
}

/** Section 4.1. */
export function listPets(call: Call, operation: Operation): ServiceResponse {
  checkUnknownQuery(call, operation, [limitParameter.name, statusParameter.name]);
  const limit = readLimit(call);
  const filter = readStatus(call);
  const { pets, settings, seed } = call.sandbox;
  const total = filter === 'none' ? 0 : countPets(pets, filter);
  if (filter === 'none' || total === 0) {
    return { status: 200, body: '[]' };
  }
  // A single pet has no order, so its page doesn't use the open point.
  const order = total > 1 ? choose(call, 'list-order') : settings.choices['list-order'];
  const page = { limit, filter, order, seed, format: chooseFormat(call) };
  return { status: 200, body: writePage(pets, page) };
}
