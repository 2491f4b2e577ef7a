/** Why a call of the simulator's own interface can't be done. */
export type ControlProblem =
  | 'malformed'
  | 'notFound'
  | 'methodNotAllowed'
  | 'conflict'
  | 'forbidden';

/** A call of the simulator's own interface can't be done; the message says what to do instead. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly problem: ControlProblem;

  constructor(problem: ControlProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
