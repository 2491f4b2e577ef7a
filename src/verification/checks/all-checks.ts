import { burstChecks } from './bursts.js';
import type { Check } from './check.js';
import { creatingChecks, sharedPetsCheck } from './creating.js';
import { keyChecks } from './keys.js';
import { defaultLimitCheck, firstListsCheck, listingChecks, wholePageCheck } from './listing.js';
import { ageCheck, finalCheck, readingChecks } from './reading.js';
import { invalidBodiesCheck, rejectedCreationCheck } from './rejecting.js';
import { responseChecks } from './responses.js';
import { acceptCheck, unusualIdsCheck, unusualQueriesCheck } from './unusual.js';
import { loneSurrogateCheck, unusualBodiesCheck } from './unusual-bodies.js';

/**
 * Requirements that take several requests, which Pact cannot express. They run in this order, or side by
 * side with a provider that handles concurrent requests.
 */
export const checksBeforeContract: readonly Check[] = [
  ...creatingChecks,
  ...responseChecks,
  ...readingChecks,
  ...listingChecks,
  ...keyChecks,
  acceptCheck,
  unusualIdsCheck,
  unusualQueriesCheck,
];

/** Run one after another, when there are more pets, but so few that pages show them if they can. */
export const pageChecks: readonly Check[] = [defaultLimitCheck, wholePageCheck];

/**
 * Invalid bodies come last: if one is accepted, an invalid pet may stay in every list, and must not
 * make other requirements fail.
 */
export const checksAfterContract: readonly Check[] = [
  rejectedCreationCheck,
  unusualBodiesCheck,
  loneSurrogateCheck,
  invalidBodiesCheck,
  ageCheck,
  finalCheck,
];

export const allChecks: readonly Check[] = [
  firstListsCheck,
  sharedPetsCheck,
  ...burstChecks,
  ...checksBeforeContract,
  ...pageChecks,
  ...checksAfterContract,
];
