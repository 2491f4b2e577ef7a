import { answeringLaws } from './answering.js';
import { changesNothingLaw } from './changing-nothing.js';
import { creatingLaws } from './creating.js';
import { filteringLaws } from './filtering.js';
import { keyLaws } from './keys.js';
import type { Law } from './law.js';
import { defaultLengthLaw, listingLaws } from './listing.js';
import { lastLaw, readingLaws } from './reading.js';
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
  ...keyLaws,
  changesNothingLaw,
  defaultLengthLaw,
  lastLaw,
];
