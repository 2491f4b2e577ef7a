import { createSimulator, type PactOptions, type SimulatorOptions } from '../../../src/index.js';

/** A request as a consumer's test sends it; `body` is sent as JSON. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const withKey = { Authorization: 'Bearer test-key' };

/** Sends requests to a fresh simulator, and returns the contract of their consumer. */
export async function record(
  requests: readonly Sent[],
  pact: PactOptions = {},
  options: SimulatorOptions = {},
) {
  const simulator = createSimulator(options);
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
  const { text, leftOut } = await simulator.pact({ consumer: 'shop', ...pact });
  const contract = JSON.parse(text) as Contract;
  const descriptions = contract.interactions.map(({ description }) => description);
  return { text, leftOut, contract, descriptions };
}

interface Contract {
  readonly interactions: readonly {
    readonly description: string;
    readonly providerStates?: readonly { readonly name: string; readonly params?: object }[];
    readonly request: { readonly body?: { readonly content: unknown } };
    readonly response: {
      readonly status: number;
      readonly body: { readonly content: unknown };
      readonly matchingRules: { readonly body?: Readonly<Record<string, unknown>> };
    };
  }[];
}

export const rex = { name: 'Rex', categoryId: 2 };

export const prefer = (preference: string) => ({ Prefer: preference });
