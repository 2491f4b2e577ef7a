import { largestInt64 } from '../engine/service/int64.js';
import type { AnimalStore } from './animal-store.js';

/** Identifiers that hardly any service has given yet. */
const unlikelyIds = [largestInt64, 9_223_372_036_854_774_321n];
/** No service has given all of them: one that shows this one too makes pets up. */
const unlikeliestId = 8_999_999_999_999_999_989n;

/** An identifier that no pet has. */
export async function findUnusedId(store: AnimalStore): Promise<bigint> {
  for (const id of unlikelyIds) {
    // Whatever isn't that pet says that there is none: how it says so is what gets verified.
    if (!(await store.exists(id))) {
      return id;
    }
  }
  return unlikeliestId;
}
