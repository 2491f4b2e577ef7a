import type { Injected } from './interaction.js';
import { provided } from './provider-states.js';

/** What the client asks for where there is no such pet. */
export const unknownId = 9_007_199_254_740_993n;

/** The path of the pet that the provider state knows. */
export function petPath(example: bigint): Injected {
  return {
    example: `/pets/${example}`,
    expression: `/pets/${provided('petId')}`,
    regex: '^/pets/-?\\d+$',
  };
}
