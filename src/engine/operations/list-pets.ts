import { quote } from '../../base/text.js';
import { sections } from '../../document/generated/sections.js';
import { spec } from '../../document/generated/spec.js';
import type { EveryParameter } from '../../document/operations.js';
import { isPetStatus, petStatuses } from '../../document/pet.js';
import { parsePetsResponse } from '../../document/responses.js';
import { type Call, choose, chooseOrReject, noteViolation } from '../call.js';
import { countPets, type Filter, getPage } from '../pets.js';
import {
  checkUnknownQuery,
  chooseFields,
  type OperationSteps,
  readMalformedNumber,
} from './common.js';

const section = sections.listPets;
const [limitParameter, statusParameter] = spec.paths['/pets'].get.parameters;
const { minimum, maximum, default: defaultLimit } = limitParameter.schema;

/** Reads a parameter that the document has; undefined if it is absent. */
function readParameter(call: Call, name: string, expected: string): string | undefined {
  const values = call.query.getAll(name);
  if (values.length < 2) {
    return values[0];
  }
  noteViolation(call, section);
  const problem = `${name} must be ${expected} (section ${section}); got ${quote(...values)}.`;
  const choice = chooseOrReject(call, 'repeated-query', `${problem} Send ${name} once.`);
  return values.at(choice === 'first' ? 0 : -1);
}

function findLimitPoint(text: string) {
  if (/^-?(?:0|[1-9][0-9]*)$/.test(text)) {
    return undefined;
  }
  if (text === '') {
    return 'empty-limit';
  }
  return /^-?[0-9]+\.0+$/.test(text) ? 'limit-decimal' : 'limit-malformed';
}

function readLimit(call: Call): number {
  const expected = `an integer from ${minimum} to ${maximum}`;
  const sent = readParameter(call, limitParameter.name, expected);
  if (sent === undefined) {
    return defaultLimit;
  }
  const problem = `limit must be ${expected} (section ${section}); got ${quote(sent)}.`;
  let text: string | undefined = sent;
  const point = findLimitPoint(sent);
  if (point !== undefined) {
    noteViolation(call, section);
    const advice = 'Send one plain number, or leave limit out.';
    text = readMalformedNumber(call, 'limit-spelling', point, sent, `${problem} ${advice}`);
  }
  const limit = text === undefined ? defaultLimit : Number(text);
  if (limit >= minimum && limit <= maximum) {
    return limit;
  }
  noteViolation(call, section);
  const range = limit < minimum ? 'limit-too-small' : 'limit-too-large';
  const choice = chooseOrReject(call, range, `${problem} Send a number in that range.`);
  const nearest = limit < minimum ? minimum : maximum;
  return choice === 'clamp' ? nearest : defaultLimit;
}

type StatusFilter = Filter | 'none';

function readStatus(call: Call): StatusFilter {
  const expected = `one of ${petStatuses.join(', ')}`;
  const text = readParameter(call, statusParameter.name, expected);
  if (text === undefined) {
    return 'all';
  }
  if (isPetStatus(text)) {
    return text;
  }
  noteViolation(call, section);
  const point = text === '' ? 'empty-status-filter' : 'unknown-status-filter';
  const problem = `status must be ${expected} (section ${section}); got ${quote(text)}.`;
  const fix = 'Send one of them, or leave status out.';
  return chooseOrReject(call, point, `${problem} ${fix}`) === 'none' ? 'none' : 'all';
}

interface PageInput extends EveryParameter {
  readonly limit: number;
  readonly status: StatusFilter;
}

/** Section 4.1. */
export const listPets: OperationSteps<PageInput> = {
  read: (call, operation) => {
    checkUnknownQuery(call, operation);
    return { limit: readLimit(call), status: readStatus(call) };
  },
  run: (call, { limit, status: filter }) => {
    const { sandbox, choices } = call;
    const total = filter === 'none' ? 0 : countPets(sandbox, filter);
    if (filter === 'none' || total === 0) {
      return { status: 200, body: '[]' };
    }
    // A single pet has no order, so its page doesn't use the open point.
    const order = total > 1 ? choose(call, 'list-order') : choices['list-order'];
    const page = { filter, limit, order, fields: chooseFields(call) };
    return { status: 200, body: getPage(sandbox, page) };
  },
  check: ({ query }, response, input) => {
    const asked =
      input &&
      ({
        limit: query.has(limitParameter.name) ? input.limit : undefined,
        status: isPetStatus(input.status) ? input.status : undefined,
      } satisfies EveryParameter | undefined);
    parsePetsResponse(response, asked);
  },
};
