import { UsageError } from '../../options/usage-error.js';
import type { SandboxInfo } from '../schemas.js';
import { callerTo } from './caller.js';
import { SandboxControl } from './sandbox-control.js';
import type { SandboxHandle } from './sandbox-handle.js';

export interface ConnectOptions {
  /** A key that the simulator takes. Default: `ANIMAL_STORE_API_KEY`, or `test-key`. */
  readonly apiKey?: string;
  /** The token that it was started with. Default: `ANIMAL_STORE_ADMIN_TOKEN`, or none. */
  readonly adminToken?: string;
}

/** A simulator that runs elsewhere. */
export interface RemoteSimulator {
  /** The address of the service, which ends in `/v1`. */
  readonly url: string;
  readonly origin: string;
  readonly apiKey: string;
  /** A sandbox by its name, or a new one that nobody else has. */
  sandbox(name?: string): SandboxHandle;
  /** All that are kept, `default` first. */
  sandboxes(): Promise<SandboxInfo[]>;
}

/**
 * Controls a simulator that runs elsewhere; nothing is sent before something is asked.
 *
 * @param address of the service or the server. Default: `ANIMAL_STORE_URL`, or `http://127.0.0.1:4010`
 * @example
 * const sandbox = connect('http://127.0.0.1:4010/v1').sandbox('checkout-7');
 * @throws {UsageError} when the address is none
 */
export function connect(
  address: string = process.env.ANIMAL_STORE_URL || 'http://127.0.0.1:4010',
  options: ConnectOptions = {},
): RemoteSimulator {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new UsageError(
      `The address of a simulator must be like http://127.0.0.1:4010, and ${JSON.stringify(address)} came.`,
    );
  }
  const { origin } = new URL(address);
  const { apiKey = process.env.ANIMAL_STORE_API_KEY || 'test-key' } = options;
  const { adminToken = process.env.ANIMAL_STORE_ADMIN_TOKEN || undefined } = options;
  const control = new SandboxControl({ origin, apiKey }, callerTo(origin, adminToken));
  return {
    url: `${origin}/v1`,
    origin,
    apiKey,
    sandbox: (name) => control.sandbox(name),
    sandboxes: () => control.sandboxes(),
  };
}
