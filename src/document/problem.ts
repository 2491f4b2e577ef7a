/** A rule that a value breaks, to follow the name of the value. */
export interface Problem {
  /** The rule behind the word “must”: `be a string`. Undefined if the value is missing, which is required. */
  readonly rule?: string;
  readonly received?: string;
  /** The section that has the rule, or a value in it. */
  readonly detail?: string | undefined;
}

/** @param rule follows “must”: `be a string` */
export const must = (rule: string, received: string, detail?: string): Problem => ({
  rule,
  received,
  detail,
});

/** Formats the rule behind `must`, or behind `to` after the word “expected”. */
export const formatRule = ({ rule }: Problem, word = 'must'): string =>
  rule === undefined ? 'is required' : `${word} ${rule}`;

const formatDetail = ({ detail }: Problem) => (detail === undefined ? '' : ` (${detail})`);

/** Formats a problem: `must be a string (section 2); got null`. */
export function formatProblem(problem: Problem): string {
  const { received } = problem;
  const got = received === undefined ? '' : `; got ${received}`;
  return formatRule(problem) + formatDetail(problem) + got;
}

export const formatExpected = (problem: Problem): string =>
  formatRule(problem, 'to') + formatDetail(problem);
