import type {
  CaseResult,
  Evidence,
  RequirementResult,
  VerificationReport,
} from '../../src/index.js';

/** Evidence of a GET request, with whatever matters to a test. */
export const createEvidence = (shown: Partial<Evidence> = {}): Evidence => ({
  operation: 'listPets',
  number: 1,
  request: 'GET /pets',
  expected: 'a pet',
  received: 'none',
  cause: { title: 'something is wrong' },
  ...shown,
});

/** A requirement with a single case. */
export function createResult(
  { verdict, ...shown }: Omit<CaseResult, 'name'>,
  requirement: Partial<RequirementResult> = {},
): RequirementResult {
  const whole = { section: '1', requirement: 'r', quote: 'q' } as const;
  return { ...whole, verdict, cases: [{ name: 'c', verdict, ...shown }], ...requirement };
}

/** A report on these requirements, of a verification without created pets. */
export const createReport = (
  requirements: readonly RequirementResult[],
  shown: Partial<VerificationReport> = {},
): VerificationReport => ({
  url: 'http://localhost/v1',
  outcome: 'failed',
  requirements,
  createdPets: 0,
  namePrefix: 'animal-store verify',
  created: [],
  milliseconds: 0,
  ...shown,
});

/** The first case that decided the verdict. */
export const decidingCase = (result: RequirementResult | undefined): CaseResult | undefined =>
  result?.cases.find(({ verdict }) => verdict === result.verdict);
