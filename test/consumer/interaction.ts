import type { Client } from './client.js';
import type { ProviderState } from './provider-states.js';

/** One matching rule as Pact writes it, such as `{ match: 'type' }`. */
export type MatchingRule = Readonly<Record<string, unknown>> & { readonly match: string };

/** The expected body: an example, and the rules for values that may differ from it. */
export interface Shape {
  readonly example: unknown;
  /** By path, such as `$.id`. A value without a rule must equal the example. */
  readonly rules: Readonly<Record<string, readonly MatchingRule[]>>;
}

/** A value from a provider state, which the verifier inserts into `expression`. */
export interface Injected {
  /** What the consumer test sends. */
  readonly example: string;
  /** Such as `/pets/${petId}`. */
  readonly expression: string;
  /** Matches every injected value. */
  readonly regex: string;
}

/** The header `Authorization`. */
export interface Authorization {
  readonly states: readonly ProviderState[];
  /** Without a value there is no header; text is sent unchanged. */
  readonly value?: string | Injected;
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string | Injected;
  readonly query?: Readonly<Record<string, string>>;
  /** As text, so that no digit is lost; Pact's matchers and generators may be inside. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A requirement of the service: a request and its expected response. */
export interface Interaction {
  /** A sentence that is unique in the contract. */
  readonly description: string;
  /** Of the interface document. */
  readonly section: string;
  readonly authorization: Authorization;
  readonly states: readonly ProviderState[];
  readonly request: Request;
  readonly status: 200 | 201 | 400 | 401 | 404;
  readonly body: Shape;
  /** Sends the request with the client. Without it, the interaction is written without a test. */
  readonly call?: (client: Client) => Promise<unknown>;
}
