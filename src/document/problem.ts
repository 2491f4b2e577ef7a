/** A rule that a value breaks, to follow the name of the value. */
export interface Problem {
  /** `must be a string` */
  readonly rule: string;
  /** The rule behind the word “expected”: `to be a string`. */
  readonly expected: string;
  readonly received?: string;
  /** The section that has the rule, or a value in it. */
  readonly detail?: string | undefined;
}

/** @param what follows “must”: `be a string` */
export const must = (what: string, received: string, detail?: string): Problem => ({
  rule: `must ${what}`,
  expected: `to ${what}`,
  received,
  detail,
});

const formatDetail = ({ detail }: Problem) => (detail === undefined ? '' : ` (${detail})`);

/** Formats a problem: `must be a string (section 2); got null`. */
export function formatProblem(problem: Problem): string {
  const { rule, received } = problem;
  return rule + formatDetail(problem) + (received === undefined ? '' : `; got ${received}`);
}

export const formatExpected = (problem: Problem): string =>
  problem.expected + formatDetail(problem);
