import type * as service from './document/pet.js';

export type { ErrorBody, PetStatus } from './document/pet.js';

/** An int64 of the service as a client holds it. Numbers are exact up to 2^53 only. */
type Identifier = number | string | bigint;

/**
 * The payload for creation (section 2).
 *
 * @example
 * const rex: NewPet = { name: 'Rex', categoryId: 2 };
 */
export type NewPet<Id extends Identifier = number> = service.NewPet<Id>;

/**
 * A pet as the service returns it (section 2). `Pet` has the numbers of `JSON.parse`, and `Pet<bigint>` or
 * `Pet<string>` what a lossless parser makes of them.
 *
 * @example
 * const pets: Pet[] = await response.json();
 */
export type Pet<Id extends Identifier = number> = service.Pet<Id>;
