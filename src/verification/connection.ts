import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { namePrefix } from './provider/pets.js';
import { Provider, type ProviderSettings } from './provider/provider.js';
import { RequestQueue } from './provider/request-queue.js';
import { createTransport, type TransportSettings } from './provider/transport.js';
import { Inconclusive } from './result.js';

/** How long a run may take, and how it reaches the provider. */
type Means = Pick<TransportSettings, 'stop' | 'fetch'> & Pick<ProviderSettings, 'onPetCreated'>;

/** The provider of one run. */
interface Connection {
  readonly provider: Provider;
  readonly queue: RequestQueue;
  /** Begins the names of the pets that the run creates. */
  readonly prefix: string;
}

/** Creates the connection to a provider; nothing is sent yet. */
export function connect(
  options: ResolvedVerifyOptions,
  { stop, fetch, onPetCreated }: Means,
): Connection {
  const { url, apiKey, invalidApiKey, header: headers, readOnly } = options;
  const { timeout, maxResponse, maxConcurrency } = options;
  const queue = new RequestQueue(maxConcurrency);
  const transport = createTransport({ url, headers, timeout, maxResponse, queue, stop, fetch });
  const keys = { valid: apiKey, invalid: invalidApiKey };
  const provider = new Provider({ transport, url, keys, headers, readOnly, onPetCreated });
  return { provider, queue, prefix: `${namePrefix} ${randomUUID().slice(0, 8)}` };
}

/**
 * Runs an action with a signal that is aborted by another signal or at the deadline; its reason is an
 * {@link Inconclusive}.
 */
export async function withStop<Result>(
  deadline: number,
  signal: AbortSignal | undefined,
  action: (stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  // Each request and each wait listens.
  setMaxListeners(0, controller.signal);
  const stop = (reason: string) => controller.abort(new Inconclusive(reason));
  const onAbort = () => stop(`the verification was stopped (${formatReason(signal?.reason)})`);
  const timer = setTimeout(
    () => stop(`the deadline of ${deadline} ms passed (--deadline)`),
    deadline,
  );
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) {
    onAbort();
  }
  try {
    return await action(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

const formatReason = (reason: unknown) => (reason instanceof Error ? reason.message : `${reason}`);
