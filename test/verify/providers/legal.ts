import { legalRequests } from './legal/requests.js';
import { legalResponses } from './legal/responses.js';
import { legalLoad, legalStores } from './legal/stores.js';
import type { Variant } from './variant.js';

/** One unusual thing each that the document permits or leaves open. */
export const legalVariants: readonly Variant[] = [
  ...legalRequests,
  ...legalResponses,
  ...legalStores,
  ...legalLoad,
];
