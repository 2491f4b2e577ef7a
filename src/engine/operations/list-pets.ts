import { quote } from '../../document/format.js';
import { outline } from '../../document/generated/outline.js';
import type { ServiceResponse } from '../../document/message.js';
import { createRejection } from '../../document/open-points.js';
import { isPetStatus, type PetStatus, petStatuses } from '../../document/pet.js';
import { countPets, writePage } from '../pets.js';
import { type Call, checkUnknownQuery, chooseExtraFields } from './call.js';

const section = outline.paths['/pets'].get['x-section'];
const [limitParameter, statusParameter] = outline.paths['/pets'].get.parameters;
const { minimum, maximum, default: defaultLimit } = limitParameter.schema;
const known: readonly string[] = [limitParameter.name, statusParameter.name];

/** The query of listPets (section 4.1). */
interface ListQuery {
  readonly limit: number;
  /** A status, all pets, or none at all. */
  readonly status: PetStatus | 'all' | 'none';
}

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
    call.noteViolation(section);
    if (call.choose('limit-malformed') === 'reject') {
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
  call.noteViolation(section);
  switch (call.choose('limit-out-of-range')) {
    case 'reject':
      throw createRejection('limit-out-of-range', `${problem} Send a number in that range.`);
    case 'clamp':
      return limit < minimum ? minimum : maximum;
    case 'ignore':
      return defaultLimit;
  }
}

function readStatus(call: Call): ListQuery['status'] {
  const values = call.query.getAll(statusParameter.name);
  const [text] = values;
  if (text === undefined) {
    return 'all';
  }
  if (values.length === 1 && isPetStatus(text)) {
    return text;
  }
  call.noteViolation(section);
  switch (call.choose('unknown-status-filter')) {
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

function readListQuery(call: Call): ListQuery {
  if (call.request.query === '') {
    return { limit: defaultLimit, status: 'all' };
  }
  checkUnknownQuery(call, known);
  return { limit: readLimit(call), status: readStatus(call) };
}

/** Section 4.1. */
export function listPets(call: Call): ServiceResponse {
  const { limit, status } = readListQuery(call);
  const { pets, settings, seed } = call.sandbox;
  const total = status === 'none' ? 0 : countPets(pets, status);
  if (status === 'none' || total === 0) {
    return { status: 200, body: '[]' };
  }
  // A single pet has no order, so its page doesn't use the open point.
  const order = total > 1 ? call.choose('list-order') : settings.choices['list-order'];
  const page = { limit, filter: status, order, seed };
  return { status: 200, body: writePage(pets, page, chooseExtraFields(call)) };
}
