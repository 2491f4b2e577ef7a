import { type Intention, intentions } from '../engine/simulation/notes.js';

/**
 * What a test brings up on purpose, each once.
 *
 * @param usual what all do in this simulator: nobody has to say it again
 */
export function readIntended(
  said: readonly Intention[] = [],
  usual: readonly Intention[],
): readonly Intention[] {
  return intentions.filter((one) => said.includes(one) || usual.includes(one));
}
