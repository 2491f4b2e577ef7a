import type { VerificationReport } from '../report/report.js';
import type { CaseResult, CreatedPet } from '../result.js';

/** The verdicts on an interaction, from the best to the worst. */
export const consumerVerdicts = ['passed', 'inconclusive', 'failed'] as const;

/** A failure that fails nothing until a date. */
export interface AcceptedFailure {
  readonly consumer: string;
  /** The description of the interaction. */
  readonly interaction: string;
  /** The last day on which it is accepted, in UTC: `2026-12-31`. */
  readonly until: string;
  readonly reason: string;
}

/** An interaction of a consumer's pact, and whether the provider does what it needs. */
export interface InteractionResult extends Omit<CaseResult, 'quote' | 'section'> {
  readonly verdict: (typeof consumerVerdicts)[number];
  /** The broker's identifier of the interaction. */
  readonly id?: string;
  /** The provider states, as the pact has them. */
  readonly states: readonly string[];
  /** Whether the pact marks it as pending: then it fails nothing. */
  readonly pending?: true;
  /** Why it may fail until a date; then it fails nothing either. */
  readonly accepted?: Pick<AcceptedFailure, 'until' | 'reason'>;
}

/** What became of the result of a pact in the broker. */
export type PublishedResult =
  | { readonly success: boolean }
  /** Why it was not published. */
  | { readonly reason: string };

/** A consumer's pact and its verification. */
export interface ConsumerResult {
  readonly consumer: string;
  /** A path, a URL, or a name in the broker. */
  readonly source: string;
  /** Whether the broker says that it is pending: then it does not count for the outcome of the run. */
  readonly pending?: true;
  /** Whether it is work in progress. */
  readonly wip?: true;
  /** `failed` if an interaction failed; otherwise `inconclusive` if one could not be tested. */
  readonly outcome: VerificationReport['outcome'];
  readonly interactions: readonly InteractionResult[];
  /** With --publish-results. */
  readonly published?: PublishedResult;
  /** What the broker says about this pact, and about its result. */
  readonly notices?: readonly string[];
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
  /** Entries of --accepted whose date has passed. */
  readonly expired: readonly AcceptedFailure[];
  /** Entries of --accepted that no interaction needs. */
  readonly unused: readonly AcceptedFailure[];
  /** Number of createPet requests that got a 2xx response. */
  readonly createdPets: number;
  /** Begins the names of the pets that states created. */
  readonly namePrefix: string;
  readonly created: readonly CreatedPet[];
  readonly milliseconds: number;
}
