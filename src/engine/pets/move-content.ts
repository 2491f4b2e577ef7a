import type { CatalogueContent } from './catalogue.js';
import type { Replacement } from './changed-pets.js';
import { scanPet } from './pet.js';
import type { PetIndex } from './pet-index.js';

const readId = (json: string | undefined) => BigInt(scanPet(json as string).id);

/**
 * Moves the content of a catalogue over other seeded pets. Changes of seeded pets stay with those that have
 * the same identifier. Added pets stay, except where a seeded pet has their identifier now: whoever wrote
 * it wants to see it. The result takes no more memory.
 */
export function moveContent(
  content: CatalogueContent,
  seeded: PetIndex,
): Omit<CatalogueContent, 'seeded'> {
  const replaced = new Map<number, Replacement>();
  for (const [place, replacement] of content.replaced) {
    const id = place < content.seeded.length ? readId(content.seeded[place]) : undefined;
    const moved = id === undefined ? undefined : seeded.placeOf(id);
    if (moved !== undefined) {
      replaced.set(moved, replacement);
    }
  }
  const added: string[] = [];
  for (let nth = 0; nth < content.addedCount; nth += 1) {
    const json = content.added[nth] as string;
    const taken = seeded.placeOf(readId(json));
    if (taken !== undefined && replaced.get(taken) !== null) {
      continue;
    }
    const replacement = content.replaced.get(content.seeded.length + nth);
    if (replacement !== undefined) {
      replaced.set(seeded.pets.length + added.length, replacement);
    }
    added.push(json);
  }
  const numbered = Math.max(content.numbered, seeded.pets.length);
  return { numbered, added, addedCount: added.length, replaced, retired: content.retired };
}
