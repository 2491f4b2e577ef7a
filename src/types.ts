import type { PetStatus } from './document/pet.js';

export type { PetStatus };

/** An int64 of the service as a client holds it. Numbers are exact up to 2^53 only. */
type Identifier = number | string | bigint;

/**
 * The payload for creation (section 2).
 *
 * @example
 * const rex: NewPet = { name: 'Rex', categoryId: 2 };
 */
export interface NewPet<Id extends Identifier = number> {
  readonly name: string;
  readonly categoryId: Id;
  readonly status?: PetStatus;
}

/**
 * A pet as the service returns it (section 2). `Pet` has the numbers of `JSON.parse`, and `Pet<bigint>` or
 * `Pet<string>` what a lossless parser makes of them.
 *
 * @example
 * const pets: Pet[] = await response.json();
 */
export interface Pet<Id extends Identifier = number> extends NewPet<Id> {
  readonly id: Id;
}

/** The body of every error (section 2). */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  /** The HTTP status. */
  readonly status: number;
}
