import { burstChecks } from './bursts.js';
import type { Check } from './check.js';
import { creatingChecks, sharedPetsCheck } from './creating.js';
import { keyChecks } from './keys.js';
import { defaultLimitCheck, firstListsCheck, listingChecks, wholePageCheck } from './listing.js';
import { ageCheck, finalCheck, readingChecks } from './reading.js';
import {
  invalidBodiesCheck,
  loneSurrogateCheck,
  rejectedCreationCheck,
  unusualBodiesCheck,
} from './rejecting.js';
import { responseChecks } from './responses.js';
import { invalidRowChecks, rowChecks } from './rows.js';
import { unusualChecks } from './unusual.js';

/** The first checks, in this order: the others need these pets. */
export const firstChecks: readonly Check[] = [firstListsCheck, sharedPetsCheck, ...burstChecks];

/** They run side by side with a provider that handles concurrent requests. */
export const independentChecks: readonly Check[] = [
  ...creatingChecks,
  ...responseChecks,
  ...readingChecks,
  ...listingChecks,
  ...keyChecks,
  ...unusualChecks,
];

/** Run one after another, when there are more pets, but so few that pages show them if they can. */
export const pageChecks: readonly Check[] = [defaultLimitCheck, wholePageCheck];

/**
 * Run last, one after another. Invalid bodies come late: if one is accepted, an invalid pet may stay in
 * every list, and must not make other requirements fail.
 */
export const lastChecks: readonly Check[] = [
  ...invalidRowChecks,
  rejectedCreationCheck,
  unusualBodiesCheck,
  loneSurrogateCheck,
  invalidBodiesCheck,
  ageCheck,
  finalCheck,
];

export { rowChecks };

export const allChecks: readonly Check[] = [
  ...firstChecks,
  ...independentChecks,
  ...pageChecks,
  ...rowChecks,
  ...lastChecks,
];
