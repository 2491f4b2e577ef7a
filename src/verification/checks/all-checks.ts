import type { Check } from './check.js';
import { creatingChecks } from './creating.js';
import { keyChecks } from './keys.js';
import { defaultLimitCheck, firstListsCheck, listingChecks, wholePageCheck } from './listing.js';
import { finalCheck, readingChecks } from './reading.js';
import { invalidBodiesCheck, rejectedCreationCheck } from './rejecting.js';
import { responseChecks } from './responses.js';
import { acceptCheck, unusualIdsCheck, unusualQueriesCheck } from './unusual.js';
import { loneSurrogateCheck, unusualBodiesCheck } from './unusual-bodies.js';

/** Requirements that take several requests, which Pact cannot express; they run in this order. */
export const checksBeforeContract: readonly Check[] = [
  firstListsCheck,
  // Early: later set-ups, which say nothing about createPet, may be what it no longer responds to.
  ...creatingChecks,
  ...responseChecks,
  ...readingChecks,
  ...listingChecks,
  ...keyChecks,
  defaultLimitCheck,
  acceptCheck,
  unusualIdsCheck,
  unusualQueriesCheck,
];

/**
 * Invalid bodies come last: if one is accepted, an invalid pet may stay in every list, and must not
 * make other requirements fail.
 */
export const checksAfterContract: readonly Check[] = [
  wholePageCheck,
  rejectedCreationCheck,
  unusualBodiesCheck,
  loneSurrogateCheck,
  invalidBodiesCheck,
  finalCheck,
];

export const allChecks: readonly Check[] = [...checksBeforeContract, ...checksAfterContract];
