import type { Control } from '../../control/control.js';

/** What the simulator's own interface needs to know of the simulator. */
export interface AdminContext {
  /** A key that is valid, to be told to verifiers. */
  readonly apiKey: string;
  /** The host it listens on: beyond loopback, a token is asked for. */
  readonly host: string;
  readonly token: string | undefined;
  /** All keys that are valid: one may select a sandbox. */
  readonly apiKeys: readonly string[];
  readonly control: () => Promise<Control>;
  /** The service, without any network; what is called this way is recorded nowhere. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}
