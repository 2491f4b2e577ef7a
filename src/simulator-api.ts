import type { SandboxHandle } from './control/client/sandbox-handle.js';
import type { SandboxInfo } from './control/schemas.js';
import type { Middleware } from './http/middleware.js';
import type { Summary } from './summary/summary.js';

/** A simulator without a network. */
export interface Simulator {
  /** A key that is valid. */
  readonly apiKey: string;
  /**
   * Answers a request as the service would, at any host: `http://localhost/v1/pets`. It can be handed
   * to clients that take a `fetch`. A lost connection (`fault=reset`, `fault=empty`) rejects with a
   * TypeError, as with the global one.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /**
   * The service as a middleware for Express, Connect or `node:http`. Mount it before body parsers;
   * what isn't the service's goes on to `next`.
   */
  middleware(): Middleware;
  /**
   * A sandbox by its name, or a new one that nobody else has: an isolated world, and control over it.
   *
   * @throws {UsageError} when the name can't be one
   */
  sandbox(name?: string): SandboxHandle;
  /** All sandboxes that are kept, `default` first. */
  sandboxes(): Promise<SandboxInfo[]>;
  /**
   * What there was to say about all exchanges so far: open points that came up, deprecated
   * operations, and requests that aren't what the document asks for.
   */
  summary(): Summary;
}

/** A simulator that listens. */
export interface RunningSimulator extends Simulator {
  /** The address of the service, which ends in `/v1`: paths such as `/pets` are appended. */
  readonly url: string;
  /** The address of the server, for `/health` and `/openapi.json`. */
  readonly origin: string;
  readonly port: number;
  /** Lets open requests end, cuts off those that take longer than 1.5 seconds, and frees the port. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
