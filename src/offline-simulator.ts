import { createSandboxAccess, type SandboxAccess } from './client/sandbox-access.js';
import { createLocalTransport } from './client/transport.js';
import { answerFetch } from './http/fetch-handler.js';
import type { PortableCore } from './portable-core.js';
import type { PactOptions, RecordedPact } from './recording/record.js';
import type { Summary } from './summary/summary.js';

/** A simulator without a network. */
export interface OfflineSimulator extends SandboxAccess {
  /** A key that the service accepts. */
  readonly apiKey: string;
  /**
   * Answers a request as the service would, at any host: `http://localhost/v1/pets`. Pass it to clients
   * that take a `fetch`. A lost connection (`fault=reset`, `fault=empty`) rejects with a TypeError, as
   * with the global one.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /**
   * The notes on all exchanges so far: open points that were used, deprecated operations, and requests
   * that violate the document.
   */
  summary(): Summary;
  /**
   * Writes the contract of a consumer from its requests so far, in all sandboxes. Only what the document
   * promises gets in.
   *
   * @example
   * const { text, leftOut } = await simulator.pact({ consumer: 'shop', needs: { Pet: ['id', 'name'] } });
   *
   * Rejects with a `UsageError` when an option is wrong.
   */
  pact(options?: PactOptions): Promise<RecordedPact>;
}

/**
 * Gives programs access to a simulator in this process.
 *
 * @param origin where its service is, for clients that a sandbox configures
 */
export function createOfflineSimulator(
  core: PortableCore,
  origin = 'http://localhost',
): OfflineSimulator {
  const { apiKey, options, runtime } = core;
  return {
    apiKey,
    fetch: async (input, init) => {
      const start = performance.now();
      const request = new Request(input, init);
      const backend = await core.backend();
      return answerFetch(backend, request, options.maxBody, (exchange) => {
        const milliseconds = performance.now() - start;
        backend.sent(exchange, milliseconds);
        runtime.onExchange(exchange, milliseconds);
      });
    },
    summary: () => core.summary(),
    pact: (pactOptions) => core.pact(pactOptions),
    ...createSandboxAccess(
      createLocalTransport(() => core.admin()),
      { origin, apiKey },
    ),
  };
}
