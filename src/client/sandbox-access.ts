import type { SandboxInfo } from '../admin/schemas.js';
import { defaultSandbox } from '../engine/sandbox/sandbox.js';
import { describeBadSandboxName, isSandboxName } from '../engine/sandbox/selection.js';
import { UsageError } from '../options/usage-error.js';
import { createAdminClient } from './admin-client.js';
import { SandboxHandle } from './sandbox-handle.js';
import type { Transport } from './transport.js';

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
      const admin = createAdminClient(transport, defaultSandbox);
      return (await admin.GET('/sandboxes')).sandboxes;
    },
  };
}
