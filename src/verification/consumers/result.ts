import type { VerificationReport } from '../report/report.js';
import type { CaseResult, CreatedPet } from '../result.js';

/** The verdicts on an interaction, from the best to the worst. */
export const consumerVerdicts = ['passed', 'inconclusive', 'failed'] as const;

/** An interaction of a consumer's pact, and whether the provider does what it needs. */
export interface InteractionResult extends Omit<CaseResult, 'quote' | 'section'> {
  readonly verdict: (typeof consumerVerdicts)[number];
  /** The provider states, as the pact has them. */
  readonly states: readonly string[];
  /** Whether the pact marks it as pending: then it fails nothing. */
  readonly pending?: true;
}

/** A consumer's pact and its verification. */
export interface ConsumerResult {
  readonly consumer: string;
  /** A path or URL. */
  readonly source: string;
  /** `failed` if an interaction failed; otherwise `inconclusive` if one could not be tested. */
  readonly outcome: VerificationReport['outcome'];
  readonly interactions: readonly InteractionResult[];
}

/** The result of verifying the pacts of consumers. */
export interface ConsumersReport {
  readonly url: string;
  readonly outcome: VerificationReport['outcome'];
  /** Why nothing, or not all, could be verified. */
  readonly reason?: string;
  /** Why the verification ended early. */
  readonly stopped?: string;
  readonly consumers: readonly ConsumerResult[];
  /** Number of createPet requests that got a 2xx response. */
  readonly createdPets: number;
  /** Begins the names of the pets that states created. */
  readonly namePrefix: string;
  readonly created: readonly CreatedPet[];
  readonly milliseconds: number;
}
