import { burstChecks } from './bursts.js';
import type { Check } from './check.js';
import { creatingChecks } from './creating.js';
import { keyChecks } from './keys.js';
import { defaultLimitCheck, firstListCheck, listingChecks } from './listing.js';
import { ageCheck, finalCheck, readingChecks } from './reading.js';
import { invalidBodiesCheck, rejectedCreationCheck } from './rejecting.js';
import { responseChecks } from './responses.js';

/**
 * Requirements that take several requests, which Pact cannot express. They run in this order, or side by
 * side with a provider that handles concurrent requests.
 */
export const checksBeforeContract: readonly Check[] = [
  // First: later set-ups, which say nothing about createPet, may be what it no longer responds to.
  ...creatingChecks,
  ...responseChecks,
  ...readingChecks,
  ...listingChecks,
  ...keyChecks,
  defaultLimitCheck,
];

/**
 * Invalid bodies come last: if one is accepted, an invalid pet may stay in every list, and must not
 * make other requirements fail.
 */
export const checksAfterContract: readonly Check[] = [
  rejectedCreationCheck,
  invalidBodiesCheck,
  ageCheck,
  finalCheck,
];

export const allChecks: readonly Check[] = [
  firstListCheck,
  ...burstChecks,
  ...checksBeforeContract,
  ...checksAfterContract,
];
