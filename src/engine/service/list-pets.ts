import type { Answer, Call } from './call.js';
import { withExtraFields } from './extra-fields.js';
import { readListQuery } from './list-query.js';

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
