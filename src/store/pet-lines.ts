import { joinSlices, sliceLength } from '../engine/interface/slices.js';
import { shareTurn } from '../turn.js';
import type { SecretHider } from './secrets.js';

/** Ends a pet: JSON that `writePet` wrote has no line break. */
const separator = '\n';

/** Writes pets in slices, each pet as a line without secrets. */
export function* writePetSlices(pets: Iterable<string>, secrets: SecretHider): Generator<string> {
  function* writeLines() {
    for (const json of pets) {
      yield secrets.hideInPet(json) + separator;
    }
  }
  yield* joinSlices(writeLines());
}

/** Writes pets as one text; other requests are served meanwhile. */
export async function writePets(pets: Iterable<string>, secrets: SecretHider): Promise<string> {
  let text = '';
  for (const slice of writePetSlices(pets, secrets)) {
    text += slice;
    await shareTurn();
  }
  return text;
}

/** Reads what `writePets` wrote; other requests are served meanwhile. */
export async function readPets(text: string, secrets: SecretHider): Promise<readonly string[]> {
  const pets: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(separator, start + sliceLength) + 1 || text.length;
    const lines = secrets.show(text.slice(start, end)).split(separator);
    lines.pop();
    pets.push(...lines);
    start = end;
    await shareTurn();
  }
  return pets;
}
