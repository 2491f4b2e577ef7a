import type { Answer, Call } from './call.js';
import { withExtraFields } from './extra-fields.js';
import { readListQuery } from './list-query.js';

/** Section 4.1. */
export function listPets(call: Call): Answer {
  const { limit, status } = readListQuery(call);
  const { catalogue, choices } = call.sandbox;
  const page =
    status === 'none'
      ? []
      : catalogue.page({
          limit,
          status: status === 'all' ? undefined : status,
          order: choices['list-order'],
        });
  // One pet alone has no order.
  if (page.length > 1) {
    call.choose('list-order');
  }
  return { status: 200, body: `[${withExtraFields(call, page).join(',')}]` };
}
