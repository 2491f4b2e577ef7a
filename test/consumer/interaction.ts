import type { Client } from './client.js';
import type { ProviderState } from './provider-states.js';

/** One matching rule as Pact writes it, such as `{ match: 'type' }`. */
export type MatchingRule = Readonly<Record<string, unknown>> & { readonly match: string };

/** What a body is to look like: an example, and the rules for what may differ from it. */
export interface Shape {
  readonly example: unknown;
  /** By path, such as `$.id`. What has no rule must equal the example. */
  readonly rules: Readonly<Record<string, readonly MatchingRule[]>>;
}

/** A value which the provider state knows: the verifier puts it where `expression` says. */
export interface Injected {
  /** What the consumer test sends. */
  readonly example: string;
  /** Such as `/pets/${petId}`. */
  readonly expression: string;
  /** What every injected value looks like. */
  readonly regex: string;
}

/** What is sent as the header `Authorization`. */
export interface Authorization {
  readonly states: readonly ProviderState[];
  /** Without a value there is no header; text is sent as it is. */
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

/** One promise of the service, as a request and what must come back. */
export interface Interaction {
  /** A sentence that is unique in the contract. */
  readonly promise: string;
  /** Of the interface document. */
  readonly section: string;
  readonly authorization: Authorization;
  readonly states: readonly ProviderState[];
  readonly request: Request;
  readonly status: 200 | 201 | 400 | 401 | 404;
  readonly body: Shape;
  /** How the client sends the request; what no client sends goes into the contract unsent. */
  readonly call?: (client: Client) => Promise<unknown>;
}
