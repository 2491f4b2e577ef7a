import { joinSlices, sliceLength } from '../engine/interface/slices.js';
import { shareTurn } from '../turn.js';
import type { SecretHider } from './secrets.js';

/** Ends a pet, as in RFC 7464: a JSON text never has it, while it may have line breaks between its tokens. */
const separator = '\u001e';

/** Writes pets in slices, without secrets. */
export function* writePetSlices(pets: Iterable<string>, secrets: SecretHider): Generator<string> {
  function* writeTexts() {
    for (const json of pets) {
      yield secrets.hideInPet(json) + separator;
    }
  }
  yield* joinSlices(writeTexts());
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
    const texts = secrets.show(text.slice(start, end)).split(separator);
    texts.pop();
    pets.push(...texts);
    start = end;
    await shareTurn();
  }
  return pets;
}

/**
 * Reads something that refers to the pets of a stored list, in their order.
 *
 * @throws {Error} unless it refers to as many as there are
 */
export function readWithPets<Result>(
  pets: readonly string[],
  read: (nextPet: () => string) => Result,
): Result {
  let count = 0;
  const result = read(() => {
    count += 1;
    return pets[count - 1] ?? '';
  });
  if (count !== pets.length) {
    throw new Error(`There are ${pets.length} pets; expected ${count}.`);
  }
  return result;
}
