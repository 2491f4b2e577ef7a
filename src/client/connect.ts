import type { SandboxInfo } from '../admin/schemas.js';
import { describeBadSandboxName, isSandboxName } from '../engine/sandbox/selection.js';
import { UsageError } from '../options/resolve.js';
import { SandboxHandle, type ServiceAddress } from './sandbox-handle.js';
import { type ControlCaller, callerTo } from './transport.js';

/** A name that no other sandbox has. */
const freeName = () => `sandbox-${crypto.randomUUID()}`;

/** The sandboxes of a simulator. */
export class SandboxControl {
  readonly #address: ServiceAddress;
  readonly #caller: ControlCaller;

  constructor(address: ServiceAddress, caller: ControlCaller) {
    this.#address = address;
    this.#caller = caller;
  }

  /** @param name 1 to 64 letters, digits, hyphens and underscores. Default: one that nobody has */
  sandbox(name = freeName()): SandboxHandle {
    if (!isSandboxName(name)) {
      throw new UsageError(describeBadSandboxName(name));
    }
    return new SandboxHandle(name, this.#address, this.#caller);
  }

  /** All that are kept, `default` first. */
  async sandboxes(): Promise<SandboxInfo[]> {
    const reply = await this.#caller({ method: 'GET', path: '/sandboxes', sandbox: 'default' });
    return (reply as { readonly sandboxes: SandboxInfo[] }).sandboxes;
  }
}

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
