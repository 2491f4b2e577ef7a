import { type CreatedPet, isPrevented, type RequirementResult, type Verdict } from '../result.js';

export interface VerificationReport {
  readonly url: string;
  /**
   * `passed`: no requirement failed, and most were tested; `failed`: at least one failed, or could not be
   * tested because of a response that contradicts the document; `inconclusive`: too few were tested, for
   * example because the provider rejects the key.
   */
  readonly outcome: Exclude<Verdict, 'advice'>;
  /** With the outcome `inconclusive`, or `failed` without a failed requirement: why, and what would help. */
  readonly reason?: string;
  /** Requirements that `only` selects, in the order of the document's sections. */
  readonly requirements: readonly RequirementResult[];
  /** Number of createPet requests that got a 2xx response. */
  readonly createdPets: number;
  /** Part of the names of created pets. A few have a name without it; see `created`. */
  readonly namePrefix: string;
  /** The created pets, as the responses show them, as far as they can be read. */
  readonly created: readonly CreatedPet[];
  readonly milliseconds: number;
}

export function countVerdicts(results: readonly RequirementResult[]) {
  const counts = { passed: 0, advice: 0, inconclusive: 0, failed: 0 };
  for (const { verdict } of results) {
    counts[verdict] += 1;
  }
  return counts;
}

/** Concludes what the results show, and why they do not show enough; --read-only excludes many requirements. */
export function concludeVerification(
  requirements: readonly RequirementResult[],
  isReadOnly: boolean,
  stop: AbortSignal,
): Pick<VerificationReport, 'outcome' | 'reason'> {
  const { length } = requirements;
  const { failed, inconclusive } = countVerdicts(requirements);
  if (failed > 0) {
    return { outcome: 'failed' };
  }
  const part = `of ${length} requirements could not be tested`;
  const cases = requirements.flatMap((one) => one.cases);
  const prevented = requirements.filter((one) => one.cases.some(isPrevented));
  if (inconclusive < length && prevented.length > 0) {
    const why = `A response contradicts the document, and ${prevented.length} ${part} because of it.`;
    return { outcome: 'failed', reason: why };
  }
  if (stop.aborted) {
    const reason = `The verification is incomplete: ${stop.reason.message}.`;
    return { outcome: 'inconclusive', reason };
  }
  if (inconclusive === length) {
    const reasons = new Set(cases.flatMap(({ reason }) => reason ?? []));
    const reason = `No requirement could be tested: ${[...reasons].join('; ')}.`;
    return { outcome: 'inconclusive', reason };
  }
  return inconclusive > length * (isReadOnly ? 0.75 : 0.5)
    ? { outcome: 'inconclusive', reason: `${inconclusive} ${part}.` }
    : { outcome: 'passed' };
}

export function formatConclusion({
  url,
  requirements,
  reason,
  outcome,
}: VerificationReport): string {
  const { passed, advice, inconclusive, failed } = countVerdicts(requirements);
  const of = `of ${requirements.length} requirements of the interface`;
  return [
    reason && `${outcome === 'failed' ? 'Failed' : 'Not verified'}: ${reason} `,
    failed > 0 ? `${url} fails ${failed} ${of}; ${passed} passed` : `${url} passes ${passed} ${of}`,
    advice > 0 && `; ${advice} with advice`,
    inconclusive > 0 && `; ${inconclusive} inconclusive`,
    '.',
  ]
    .filter(Boolean)
    .join('');
}
