import type { SandboxInfo } from '../admin/schemas.js';
import { defaultSandbox } from '../engine/sandbox/sandbox.js';
import { describeBadSandboxName, isSandboxName } from '../engine/sandbox/selection.js';
import { UsageError } from '../options/usage-error.js';
import { SandboxHandle } from './sandbox-handle.js';
import { createAdminCaller, createHttpTransport, type Transport } from './transport.js';

/** The sandboxes of a simulator, in this process or elsewhere. */
export interface SandboxAccess {
  /**
   * A sandbox by its name, or a new one with a name of its own: an isolated world, and control over it.
   *
   * @param name 1 to 64 letters, digits, hyphens and underscores
   * @throws {UsageError} when the name is not legal
   */
  sandbox(name?: string): SandboxHandle;
  /** All sandboxes that exist, `default` first. */
  sandboxes(): Promise<SandboxInfo[]>;
}

/** The sandboxes that a transport leads to, for clients that use the service at an origin. */
export function createSandboxAccess(
  transport: Transport,
  service: { readonly origin: string; readonly apiKey: string },
): SandboxAccess {
  return {
    sandbox: (name = `sandbox-${crypto.randomUUID()}`) => {
      if (!isSandboxName(name)) {
        throw new UsageError(describeBadSandboxName(name));
      }
      return new SandboxHandle(name, service, transport);
    },
    sandboxes: async () => {
      const call = createAdminCaller(transport, defaultSandbox);
      return (await call((admin) => admin.GET('/sandboxes'))).sandboxes;
    },
  };
}

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
  const access = createSandboxAccess(createHttpTransport(origin, adminToken), { origin, apiKey });
  return { url: `${origin}/v1`, origin, apiKey, ...access };
}
