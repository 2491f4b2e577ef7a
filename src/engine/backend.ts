import type { Exchange } from './exchange.js';
import type { ServiceRequest } from './interface/message.js';
import type { JournalEntry } from './sandbox/journal-entry.js';
import type { RuleState } from './sandbox/rules.js';
import type { Sandbox, SandboxResources } from './sandbox/sandbox.js';
import type { SandboxStart } from './sandbox/state.js';

/** Called with an exchange; `read` returns its entry, but only while the listener runs. */
export type ExchangeListener = (read: () => JournalEntry) => void;

/** Called when the response of an exchange is sent. */
export type SentListener = (
  exchange: Pick<Exchange, 'sandbox' | 'number'>,
  milliseconds: number,
) => void;

/** What a list of sandboxes says about each. */
export interface SandboxSummary {
  readonly name: string;
  readonly test: string | undefined;
  readonly pets: number;
  /** How many exchanges there were, kept or not. */
  readonly requests: number;
  readonly rules: number;
}

/**
 * How a shell reaches the sandboxes: those of this process, or those that several processes share. In this
 * process nothing returns a promise; elsewhere promises reject with a `SimulatorError` while the sandboxes
 * are out of reach, except that of `exchange`, which resolves with a refusal.
 */
export interface Backend {
  /** What a sandbox that this process creates starts with. */
  readonly start: SandboxStart;
  /** The memory and the shared pets for what is read before it is part of a sandbox. */
  readonly resources: SandboxResources;
  /** Whether the sandboxes are within reach. */
  isReady(): boolean;
  /** Answers a request of the service. */
  exchange(request: ServiceRequest): Exchange | Promise<Exchange>;
  /** Must be called when the response of an exchange is sent: only its sender knows how long it took. */
  sent(exchange: Exchange, milliseconds: number): void;
  /** Returns a sandbox as it is, or as a new one would be, only to be read; it creates nothing. */
  read(name: string): Sandbox | Promise<Sandbox>;
  /**
   * Changes a sandbox with `applyChange`, and returns what `act` returns, once the changes are kept. A
   * sandbox that doesn't exist is created if `act` changes it.
   *
   * @param act is synchronous and checks before it changes anything. It may be called again with the sandbox
   * as others have changed it meanwhile.
   */
  update<Result>(name: string, act: (sandbox: Sandbox) => Result): Result | Promise<Result>;
  /** Drops a sandbox; `default` begins anew. Returns whether there was one. */
  drop(name: string): boolean | Promise<boolean>;
  /** Lists all sandboxes: `default`, then the others in the order of their last use. */
  list(): readonly SandboxSummary[] | Promise<readonly SandboxSummary[]>;
  /** The rules of the other sandboxes that share a limit with this one. */
  otherRules(name: string): readonly (readonly RuleState[])[];
  /**
   * Calls a listener at every exchange, whichever process answers it. Returns the function that stops this.
   *
   * @param sandbox undefined for all
   * @param onSent is never called where `sent` changes nothing
   */
  listen(
    sandbox: string | undefined,
    listener: ExchangeListener,
    onSent?: SentListener,
  ): () => void;
}
