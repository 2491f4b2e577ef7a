import { createSimulator, type PactOptions } from '../../../src/index.js';

/** A request as a consumer's test sends it; `body` is sent as JSON. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const withKey = { Authorization: 'Bearer test-key' };

/** Sends requests to a fresh simulator, and returns the contract of their consumer. */
export async function record(requests: readonly Sent[], pact: PactOptions = {}) {
  const simulator = createSimulator();
  for (const {
    path,
    body,
    headers = {},
    method = body === undefined ? 'GET' : 'POST',
  } of requests) {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    await simulator.fetch(`http://localhost/v1${path}`, {
      method,
      headers: { ...withKey, ...type, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }
  const { text } = await simulator.pact({ consumer: 'shop', ...pact });
  return { text, interactions: JSON.parse(text).interactions as readonly object[] };
}

export const rex = { name: 'Rex', categoryId: 2 };

export const prefer = (preference: string) => ({ Prefer: preference });
