import { createSandboxAccess, type SandboxAccess } from '../client/sandbox-handle.js';
import { createLocalCall } from '../client/transport.js';
import type { PactOptions, RecordedPact } from '../contract/record.js';
import type { Answer } from '../engine/answer.js';
import { createFetch } from '../server/fetch.js';
import type { Summary } from '../server/log/summary.js';
import type { SimulatorCore } from './simulator-core.js';

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
  core: SimulatorCore,
  onExchange: (answer: Answer, milliseconds: number) => void = core.onExchange,
  origin = 'http://localhost',
): OfflineSimulator {
  const { apiKey, options } = core;
  return {
    apiKey,
    fetch: createFetch({
      sandboxes: { answer: async (request) => (await core.sandboxes()).answer(request) },
      maxBody: options.maxBody,
      onExchange,
      origin,
    }),
    summary: () => core.summary(),
    pact: (pactOptions) => core.pact(pactOptions),
    ...createSandboxAccess(
      createLocalCall(() => core.admin()),
      { origin, apiKey },
    ),
  };
}
