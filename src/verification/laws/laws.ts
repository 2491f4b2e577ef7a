import { answeringLaws } from './answering.js';
import { creatingLaws } from './creating.js';
import { filteringLaws } from './filtering.js';
import type { Law } from './law.js';
import { defaultLengthLaw, listingLaws } from './listing.js';
import { lastLaw, readingLaws } from './reading.js';
import { refusingLaws } from './refusing.js';
import { wrongBodiesLaw } from './wrong-bodies.js';

/**
 * What Pact can't say, since it takes several calls: each law is put to the proof against the
 * provider's address, in this order.
 */
export const laws: readonly Law[] = [
  ...answeringLaws,
  ...creatingLaws,
  ...readingLaws,
  ...listingLaws,
  ...filteringLaws,
  wrongBodiesLaw,
  ...refusingLaws,
  defaultLengthLaw,
  lastLaw,
];
