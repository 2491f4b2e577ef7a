import { document } from '../generated/document.js';
import { rejected } from '../interface/errors.js';
import { quote } from '../interface/format.js';
import { isPetStatus, type PetStatus, petStatuses } from '../pets/pet.js';
import { type Answer, type Call, checkUnknownQuery, withExtraFields } from './call.js';

const section = document.paths['/pets'].get['x-section'];
const [limitParameter, statusParameter] = document.paths['/pets'].get.parameters;
const { minimum, maximum, default: defaultLimit } = limitParameter.schema;
const known: readonly string[] = [limitParameter.name, statusParameter.name];

/** What the query of listPets asks for. */
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
  const what =
    `limit must be an integer from ${minimum} to ${maximum} (section ${section}), and ` +
    `${quote(...values)} came.`;
  if (values.length > 1 || !/^-?(?:0|[1-9][0-9]*)$/.test(text)) {
    call.notes.violation(section);
    if (call.choose('limit-malformed') === 'reject') {
      throw rejected('limit-malformed', `${what} Send one plain number, or leave limit out.`);
    }
    return defaultLimit;
  }
  const limit = Number(text);
  if (limit >= minimum && limit <= maximum) {
    return limit;
  }
  call.notes.violation(section);
  switch (call.choose('limit-out-of-range')) {
    case 'reject':
      throw rejected('limit-out-of-range', `${what} Send a number in that range.`);
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
  call.notes.violation(section);
  switch (call.choose('unknown-status-filter')) {
    case 'reject':
      throw rejected(
        'unknown-status-filter',
        `status must be one of ${petStatuses.join(', ')} (section ${section}), and ` +
          `${quote(...values)} came. Send one of them, or leave status out.`,
      );
    case 'none':
      return 'none';
    case 'ignore':
      return 'all';
  }
}

/** Reads `limit` and `status` of listPets (section 4.1). */
function readListQuery(call: Call): ListQuery {
  if (call.request.query === '') {
    return { limit: defaultLimit, status: 'all' };
  }
  checkUnknownQuery(call, known);
  return { limit: readLimit(call), status: readStatus(call) };
}

function findPage(call: Call): string[] {
  const { limit, status } = readListQuery(call);
  if (status === 'none') {
    return [];
  }
  const { catalogue, choices } = call.sandbox;
  const filter = status === 'all' ? undefined : status;
  // The order decides which pets stand on the page, and where: of one pet there is no order.
  const order = catalogue.count(filter) > 1 ? call.choose('list-order') : choices['list-order'];
  return catalogue.page({ limit, status: filter, order });
}

/** Section 4.1. */
export function listPets(call: Call): Answer {
  return { status: 200, body: `[${withExtraFields(call, findPage(call)).join(',')}]` };
}
