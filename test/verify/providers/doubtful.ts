import { doubtfulFrameworks } from './doubtful/frameworks.js';
import { doubtfulKeys } from './doubtful/keys.js';
import { doubtfulLists } from './doubtful/lists.js';
import { doubtfulPets } from './doubtful/pets.js';
import type { DoubtfulVariant } from './variant.js';

/** Neither called broken nor legal: the words of the document bear both readings. */
export const doubtfulVariants: readonly DoubtfulVariant[] = [
  ...doubtfulLists,
  ...doubtfulPets,
  ...doubtfulFrameworks,
  ...doubtfulKeys,
];
