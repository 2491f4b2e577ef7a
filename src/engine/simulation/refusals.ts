/** What the simulator itself can't do; each is a 501, so nobody takes it for the service's answer. */
export type RefusalCode =
  | 'simulator_bad_preference'
  | 'simulator_bad_sandbox'
  | 'simulator_contradiction'
  | 'simulator_full'
  | 'simulator_not_described';

/** The simulator refuses: its own interface was misused, or the document doesn't describe it. */
export class Refusal extends Error {
  static readonly status = 501;
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}
