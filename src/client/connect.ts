import type { PactOptions, RecordedPact } from '../contract/record.js';
import { SimulatorError } from '../document/errors.js';
import { defaultSandbox } from '../engine/admit.js';
import { UsageError } from '../options/usage-error.js';
import { createSandboxAccess, type SandboxAccess } from './sandbox-handle.js';
import { type Call, createRemoteCall } from './transport.js';

export interface ConnectOptions {
  /** A key that the simulator accepts. Default: `ANIMAL_STORE_API_KEY`, or `test-key`. */
  readonly apiKey?: string;
  /** The admin token of the simulator. Default: `ANIMAL_STORE_ADMIN_TOKEN`, or none. */
  readonly adminToken?: string;
}

/** A simulator that runs elsewhere. */
export interface RemoteSimulator extends SandboxAccess {
  /** The base URL of the service, which ends in `/v1`. */
  readonly url: string;
  /** The base URL of the server. */
  readonly origin: string;
  readonly apiKey: string;
  /**
   * Writes the contract of a consumer from all requests that the simulator got so far. Only what the
   * document promises gets in.
   */
  pact(options?: PactOptions): Promise<RecordedPact>;
}

/** Calls a simulator that listens at an origin: `http://127.0.0.1:4010`. */
function createHttpCall(origin: string, token: string | undefined): Call {
  const headers: Record<string, string> =
    token === undefined ? {} : { 'Simulator-Admin-Token': token };
  return createRemoteCall(origin, async ({ method, target, body }) => {
    // Loaded when needed: a start does without, and TLS takes long.
    const { sendOverHttp } = await import('./http.js');
    return sendOverHttp(origin + target, { method, headers, body }).catch(
      (error: NodeJS.ErrnoException) => {
        // Where a name has several addresses and none answers, the error has only a code.
        const reason = error.message || error.code;
        throw new SimulatorError(
          'simulator_conflict',
          /CERT|VERIFY/.test(error.code ?? '')
            ? `The certificate of ${origin} is not trusted: ${reason}. Set NODE_EXTRA_CA_CERTS to its file before this program starts.`
            : `No simulator is running at ${origin}: ${reason}. Start one, or correct the URL.`,
        );
      },
    );
  });
}

const formatNeeds = (needs: NonNullable<PactOptions['needs']>) =>
  Object.entries(needs)
    .map(([name, fields]) => `${name}=${fields?.join(',')}`)
    .join(',');

/**
 * Reads the contract of a consumer, byte for byte, and what is not in it.
 *
 * @throws {SimulatorError} when there is no consumer, or an option is wrong
 */
async function readPact(call: Call, { consumer, needs }: PactOptions = {}): Promise<RecordedPact> {
  const text = await call('readPact', defaultSandbox, {
    consumer,
    needs: needs && formatNeeds(needs),
  });
  return { text, ...(await call('readLeftOut', defaultSandbox, {})) };
}

/**
 * Controls a simulator that runs elsewhere. Nothing is sent until a method is called.
 *
 * @param url of the service or the server. Default: `ANIMAL_STORE_URL`, or `http://127.0.0.1:4010`
 * @example
 * const sandbox = connect('http://127.0.0.1:4010/v1').sandbox('checkout-7');
 * @throws {UsageError} when the URL is not one of HTTP
 */
export function connect(
  url: string = process.env.ANIMAL_STORE_URL || 'http://127.0.0.1:4010',
  options: ConnectOptions = {},
): RemoteSimulator {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(
      `The URL of a simulator must be like http://127.0.0.1:4010; got ${JSON.stringify(url)}.`,
    );
  }
  const { origin } = new URL(url);
  const { apiKey = process.env.ANIMAL_STORE_API_KEY || 'test-key' } = options;
  const { adminToken = process.env.ANIMAL_STORE_ADMIN_TOKEN || undefined } = options;
  const call = createHttpCall(origin, adminToken);
  const access = createSandboxAccess(call, { origin, apiKey });
  const pact = (wanted?: PactOptions) => readPact(call, wanted);
  return { url: `${origin}/v1`, origin, apiKey, pact, ...access };
}
