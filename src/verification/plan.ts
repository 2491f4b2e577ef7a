import { petStatuses } from '../engine/service/pet.js';
import type { ContractInteraction } from './contract/contract.js';
import { laws } from './laws/laws.js';
import { enough } from './laws/listing.js';
import { wholeNames } from './laws/naming.js';

/** What a verification is going to do. */
export interface VerificationPlan {
  readonly promises: number;
  /** A provider that accepts what it should refuse gets more. */
  readonly mostPets: number;
  /** Names of some of them that don't say where they come from; all others do. */
  readonly oddNames: readonly string[];
}

/** Pets that several promises share: one of each status, one without, and one of a large category. */
const shared = petStatuses.length + 2;

export function planFor(
  interactions: readonly ContractInteraction[],
  readOnly: boolean,
): VerificationPlan {
  const byContract = interactions.filter(({ status }) => status === 201).length;
  const byLaws = laws.reduce((sum, { creates = 0 }) => sum + creates, shared);
  return {
    promises: interactions.length + laws.length,
    mostPets: readOnly ? 0 : byContract + Math.max(byLaws, enough),
    oddNames: readOnly ? [] : wholeNames,
  };
}
