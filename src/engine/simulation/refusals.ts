/** What the simulator itself can't do; each is a 501, so nobody takes it for the service's answer. */
export const refusalCodes = [
  'simulator_bad_preference',
  'simulator_bad_sandbox',
  'simulator_contradiction',
  'simulator_not_described',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** The simulator refuses: its own interface was misused, or the document doesn't describe it. */
export class Refusal extends Error {
  static readonly status = 501;
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}
