import { answeringLaws } from './answering.js';
import { changesNothingLaw } from './changing-nothing.js';
import type { Law } from './check.js';
import { creatingLaws } from './creating.js';
import { filteringLaws } from './filtering.js';
import { keyLaws } from './keys.js';
import { defaultLengthLaw, listingLaws } from './listing.js';
import { lastLaw, readingLaws } from './reading.js';
import { wrongBodiesLaw } from './wrong-bodies.js';

/**
 * What Pact can't say, since it takes several calls: each law is put to the proof against the
 * provider's address, in this order.
 */
export const lawsBeforeContract: readonly Law[] = [
  ...answeringLaws,
  ...creatingLaws,
  ...readingLaws,
  ...listingLaws,
  ...filteringLaws,
  ...keyLaws,
  defaultLengthLaw,
];

/**
 * Bodies that have to be refused come at the end: where one is accepted, a pet that is no Pet may stay
 * in every list, and no other promise is to be accused of it.
 */
export const lawsAfterContract: readonly Law[] = [changesNothingLaw, wrongBodiesLaw, lastLaw];

export const laws: readonly Law[] = [...lawsBeforeContract, ...lawsAfterContract];
